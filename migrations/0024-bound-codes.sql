-- A code is tried by the browser that asked for it, or from the network that it was asked from; with neither, by any.
alter table login_codes add column browser bytea, drop column tries;
-- What a known browser asks for is no business of its network.
alter table code_requests add column browser bytea, alter column address drop not null;
drop index code_requests_by_address;
drop table login_code_tries;

-- When something that is limited was done under a key (a network, a name that was typed, a browser): the instants that
-- still count.
create table sign_in_quotas (
  key text primary key,
  times timestamptz[] not null,
  used_at timestamptz not null
);
create index sign_in_quotas_by_age on sign_in_quotas (used_at);
