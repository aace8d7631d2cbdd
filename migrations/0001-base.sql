-- Ids are UUIDv7 made by the server. Instants are timestamptz, days are local calendar days of the configured zone,
-- money is dollars with two decimals, crg is percent with two decimals.

create table members (
  id text primary key,
  telegram_id text not null unique,
  handle text,
  -- As it is looked up: lower case, without @.
  handle_key text unique,
  alias text,
  role text not null check (role in ('admin', 'editor', 'viewer')),
  login_enabled boolean not null default true,
  created_at timestamptz not null default now()
);

create table sessions (
  id text primary key,
  member_id text not null references members (id) on delete cascade,
  token_hash bytea not null unique,
  address text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index sessions_by_member on sessions (member_id);

-- Every request for a code, whether the identifier is known or not: the answer is given before anybody looks.
create table code_requests (
  id text primary key,
  identifier text not null,
  address text not null,
  requested_at timestamptz not null,
  handled_at timestamptz
);
create index code_requests_by_address on code_requests (address, requested_at);
create index code_requests_unhandled on code_requests (requested_at) where handled_at is null;

create table login_codes (
  id text primary key,
  member_id text not null references members (id) on delete cascade,
  code_hmac bytea not null,
  -- Of who asked for it; null where the server's own terminal did.
  address text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  tries integer not null default 0
);
create index login_codes_by_member on login_codes (member_id, created_at);

create table login_code_tries (
  code_id text not null references login_codes (id) on delete cascade,
  address text not null,
  tries integer not null,
  primary key (code_id, address)
);

create table settings (
  key text primary key,
  -- Plain text, or null where the value is kept sealed.
  value text,
  sealed bytea,
  updated_at timestamptz not null,
  updated_by text not null,
  check ((value is null) <> (sealed is null))
);

create table advertisers (
  id text primary key,
  advertiser_id text not null unique,
  name text not null,
  created_at timestamptz not null default now()
);

create table advertiser_groups (
  advertiser text not null references advertisers (id) on delete cascade,
  group_id text not null,
  primary key (advertiser, group_id)
);

create table caps (
  id text primary key,
  kind text not null check (kind in ('broker', 'affiliate')),
  date date not null,
  -- As typed, and as it is compared (UK is GB).
  geo text not null,
  geo_key text not null,
  cap integer not null check (cap between 0 and 1000000),
  -- Of broker caps only.
  advertiser_id text,
  advertiser_name text,
  source_number text not null,
  working_hours text,
  always_on boolean not null default false,
  cpa numeric(12, 2) check (cpa between 0 and 1000000),
  crg numeric(5, 2) check (crg between 0 and 100),
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'broker') = (advertiser_id is not null)),
  -- Checked at the end of a transaction, since one commit may move several caps onto each other's keys.
  constraint caps_key unique nulls not distinct (kind, date, geo_key, advertiser_id, source_number)
    deferrable initially deferred
);

-- Who changed what, and when. Append-only.
create table changes (
  id text primary key,
  -- In the order in which they were written, whatever the clocks of the nodes say.
  position bigint generated always as identity,
  -- What was committed together, and is taken back together.
  batch_id text not null,
  -- The commit that this one takes back.
  undoes text,
  at timestamptz not null,
  actor_id text,
  actor text not null,
  action text not null,
  subject text not null,
  subject_id text not null,
  -- The local days that the change is about: of a cap that was moved, both.
  days date[] not null default '{}',
  before jsonb,
  after jsonb
);
create index changes_by_subject on changes (subject, subject_id, position);
create index changes_by_day on changes using gin (days);
create index changes_by_batch on changes (batch_id);
create index changes_by_undone on changes (undoes) where undoes is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history is append-only';
end $$;
create trigger changes_are_append_only before update or delete on changes
  for each row execute function refuse_change();

create table leads (
  connector text not null,
  external_id text not null,
  created_at timestamptz not null,
  -- The local day of created_at in the configured zone.
  day date not null,
  geo text not null,
  geo_key text not null,
  source_number text not null,
  source_name text,
  advertiser_id text not null,
  advertiser_name text,
  email text,
  email_key text,
  status text,
  updated_at timestamptz,
  primary key (connector, external_id)
);
create index leads_by_day on leads (day, geo_key, advertiser_id, source_number);
create index leads_by_email on leads (email_key) where email_key is not null;

create table deposits (
  connector text not null,
  external_id text not null,
  lead_id text,
  email text,
  email_key text,
  created_at timestamptz not null,
  -- True where the API names no instant and ours, of first sight, stands in.
  estimated boolean not null default false,
  day date not null,
  -- What the deposit itself names; what it does not name is its lead's.
  geo text,
  geo_key text,
  source_number text,
  advertiser_id text,
  payout numeric(12, 2),
  updated_at timestamptz,
  primary key (connector, external_id)
);
create index deposits_by_day on deposits (day);
create index deposits_by_lead on deposits (connector, lead_id) where lead_id is not null;

-- How many leads have each broker cap's key, planned or not. Kept in the transaction that writes the leads.
create table delivered_by_broker (
  day date not null,
  geo_key text not null,
  advertiser_id text not null,
  source_number text not null,
  leads integer not null,
  primary key (day, geo_key, advertiser_id, source_number)
);

-- One row a connector and kind of row: how far its sync has come, and which run may write.
create table feeds (
  connector text not null,
  kind text not null check (kind in ('leads', 'deposits')),
  -- The fencing token: a page of any other run is refused.
  run_id text,
  -- The changes up to here are in the tables, and what the source called that state.
  synced_until timestamptz,
  etag text,
  looked_back_at timestamptz,
  -- A window that was not read to its end yet: since when it asks, its next page, the newest change seen in it.
  cursor text,
  window_started_at timestamptz,
  window_since timestamptz,
  window_latest timestamptz,
  window_etag text,
  window_looks_back boolean,
  primary key (connector, kind)
);

create table sync_runs (
  id text primary key,
  -- The job that it ran for; a job that was cut off has several runs.
  request_id text,
  started_at timestamptz not null,
  ended_at timestamptz,
  requested_by text not null,
  status text check (status in ('success', 'skipped', 'error')),
  reason text,
  message text,
  pages integer not null default 0,
  new_leads integer not null default 0,
  changed_leads integer not null default 0,
  new_deposits integer not null default 0,
  changed_deposits integer not null default 0,
  bad_rows integer not null default 0,
  test_leads integer not null default 0
);
create index sync_runs_newest on sync_runs (started_at desc);
create index sync_runs_by_request on sync_runs (request_id, started_at) where request_id is not null;
create index sync_runs_open on sync_runs (started_at) where ended_at is null;

-- Moves with every change of leads, deposits or of the zone, so that a cache on any node knows that it is stale.
create table data_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
);
insert into data_version default values;

-- Everything that leaves over Telegram. Rows are written in the transaction that caused them.
create table outbox (
  id text primary key,
  kind text not null,
  -- Lower goes first: login codes before everything else.
  priority smallint not null,
  chat_id text not null,
  -- A login code's text is emptied once it is settled.
  text text not null,
  parse_mode text,
  reply_markup jsonb,
  -- A second row with the same key is not written: exactly once for each (kind, subject, day).
  dedupe_key text unique,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'unknown')),
  -- The sender's term that took it: no other may settle it.
  claim text,
  -- Calls made for it, and those of them that count towards giving up.
  attempts integer not null default 0,
  failures integer not null default 0,
  not_before timestamptz,
  -- Telegram's "retry after": until then nothing at all may be sent, whoever the sender is by then.
  limited_until timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz,
  sending_since timestamptz,
  settled_at timestamptz,
  error text,
  telegram_message_id bigint,
  check ((state = 'sending') = (claim is not null))
);
create index outbox_queued on outbox (priority, created_at, id) where state = 'queued';
create index outbox_sending on outbox (sending_since) where state = 'sending';
create index outbox_limited on outbox (limited_until) where limited_until is not null;

-- Update ids are counted for each bot: another token may start lower.
create table bot_updates (
  bot_id text not null,
  update_id bigint not null,
  received_at timestamptz not null,
  primary key (bot_id, update_id)
);
create index bot_updates_by_age on bot_updates (received_at);

create table bot_chats (
  chat_id text primary key,
  title text,
  type text not null,
  is_member boolean not null,
  updated_at timestamptz not null
);

-- The first answer to a POST with an Idempotency-Key; without a status while it is still being made.
create table idempotency_keys (
  owner text not null,
  key text not null,
  request_hash bytea not null,
  status smallint,
  body text,
  created_at timestamptz not null,
  primary key (owner, key)
);

-- Days of the demo world that were planted, so that a restart does not bring back what somebody deleted.
create table demo_days (
  day date primary key
);
