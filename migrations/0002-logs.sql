-- What the parts of the product say while they work, for people to read. Kept 90 days.
create table debug_logs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  level text not null check (level in ('info', 'warn', 'error')),
  area text not null,
  message text not null,
  -- JSON, kept as text: it is searched as it is written.
  metadata text not null,
  -- The request that ran while it was written.
  request_id text
);
create index debug_logs_newest on debug_logs (at desc, id desc);
create index debug_logs_by_area on debug_logs (area, at desc, id desc);
create index debug_logs_by_level on debug_logs (level, at desc, id desc);
create index debug_logs_by_request on debug_logs (request_id) where request_id is not null;

-- A login code waits sealed: who reads the table, or a copy of it, reads no code.
alter table outbox add column sealed bytea;
alter table outbox add check (sealed is null or text = '');

-- What is past its time is found by these.
create index outbox_settled on outbox (settled_at) where settled_at is not null;
create index login_codes_by_age on login_codes (created_at);
create index code_requests_by_age on code_requests (requested_at);
create index idempotency_keys_by_age on idempotency_keys (created_at);
