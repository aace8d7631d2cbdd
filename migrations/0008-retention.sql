-- E-mails are compared by a keyed hash, so that a deposit still finds its lead after the addresses were forgotten.

-- Which secret the keys of leads and deposits are made with, told by the hash of nothing; null: they are the folded
-- addresses themselves, as before this migration. A migration knows no secret: the server makes them anew.
create table email_keys (
  only_row boolean primary key default true check (only_row),
  made_with text
);
insert into email_keys default values;

-- Keys are equal or not; how an address begins is looked for in those that are there.
drop index leads_by_email;
create index leads_by_email on leads (email_key) where email_key is not null;
create index leads_by_address on leads (lower(email) text_pattern_ops) where email is not null;

-- The addresses that are still there, the oldest first.
create index leads_with_address on leads (created_at) where email is not null;
create index deposits_with_address on deposits (created_at) where email is not null;

alter table payout_reports add column emails_forgotten boolean not null default false;
