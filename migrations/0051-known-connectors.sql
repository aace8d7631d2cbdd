-- Leads are found by the connectors that have a row here. Files had none, and removed feeds lost theirs.
insert into feeds (connector, kind) select distinct connector, 'leads' from leads on conflict do nothing;
insert into feeds (connector, kind) select distinct connector, 'leads' from deposits on conflict do nothing;
