-- Other names by which people call a partner in messages. One alias names one partner of a kind; whoever writes one holds
-- the lock of the kind and looks.
alter table advertisers add column aliases text[] not null default '{}';
alter table publishers add column aliases text[] not null default '{}';
