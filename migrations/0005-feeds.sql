-- What each connector came to in each run. Its counts grow with the pages, in their transactions.
create table sync_parts (
  run_id text not null references sync_runs on delete cascade,
  connector text not null,
  -- In which order the connectors of a run had their turn.
  position integer not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- paused: the calls that the source allows were used up; the next run goes on.
  status text check (status in ('success', 'unchanged', 'paused', 'error', 'interrupted')),
  message text,
  pages integer not null default 0,
  new_leads integer not null default 0,
  changed_leads integer not null default 0,
  new_deposits integer not null default 0,
  changed_deposits integer not null default 0,
  bad_rows integer not null default 0,
  test_leads integer not null default 0,
  primary key (run_id, connector)
);
create index sync_parts_by_connector on sync_parts (connector, started_at desc);

-- A few rows of each part that could not be used, and why.
create table sync_bad_rows (
  run_id text not null references sync_runs on delete cascade,
  connector text not null,
  kind text not null check (kind in ('leads', 'deposits')),
  -- From 0, among the rows of its feed in that run.
  position integer not null,
  reason text not null
);
create index sync_bad_rows_by_run on sync_bad_rows (run_id, connector);

-- A row while a connector fails: the summary group is told once, and once when it is back.
create table failing_connectors (
  connector text primary key,
  since timestamptz not null,
  run_id text not null
);

-- When a connector with a rate limit was asked, over all processes.
create table connector_calls (
  connector text not null,
  at timestamptz not null
);
create index connector_calls_newest on connector_calls (connector, at desc);

-- Deposits that their source no longer shows. They stand; this is only so that it is told once.
create table vanished_deposits (
  connector text not null,
  external_id text not null,
  missed_at timestamptz not null,
  primary key (connector, external_id)
);

-- Leads of days gone by, read anew beside the usual runs, with a checkpoint of their own.
create table backfills (
  id text primary key,
  connector text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  requested_by text not null,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'stopped')),
  -- The fencing token: a page of any other worker is refused.
  worker text,
  kind text not null default 'leads' check (kind in ('leads', 'deposits')),
  cursor text,
  -- 0 to 1.
  progress real not null default 0,
  message text,
  ended_at timestamptz,
  pages integer not null default 0,
  new_leads integer not null default 0,
  changed_leads integer not null default 0,
  new_deposits integer not null default 0,
  changed_deposits integer not null default 0,
  bad_rows integer not null default 0,
  test_leads integer not null default 0
);
-- One at a time for each connector.
create unique index backfills_open on backfills (connector) where state in ('waiting', 'running');
create index backfills_newest on backfills (created_at desc);
