-- A calculation of what affiliates are owed, and what it came to.
create table payout_reports (
  id text primary key,
  preset text,
  range_start date not null,
  range_end date not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'success', 'failed')),
  requested_by text not null,
  -- 0 to 1.
  progress real not null default 0,
  -- The fencing token: what another attempt writes late is refused.
  attempt text,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  error text,
  -- What the numbers were computed from.
  timezone text not null,
  invalid_statuses text[] not null,
  data_version bigint,
  synced_at timestamptz,
  -- Totals for the lists, and everything but the deals; null until it is done.
  totals jsonb,
  summary jsonb,
  check (range_start <= range_end),
  check ((status = 'success') = (summary is not null))
);
-- One at a time for each range.
create unique index payout_reports_running on payout_reports (range_start, range_end)
  where status in ('pending', 'running');
create index payout_reports_by_age on payout_reports (created_at desc, id desc);
create index payout_reports_by_range on payout_reports (range_start, range_end, created_at desc);

create table payout_deals (
  report_id text not null references payout_reports (id) on delete cascade,
  cap_id text not null,
  position integer not null,
  deal jsonb not null,
  -- Its leads, oldest first, as parallel lists; their e-mails stay with the leads themselves.
  lead_connectors text[] not null,
  lead_ids text[] not null,
  lead_instants timestamptz[] not null,
  lead_statuses text[] not null,
  lead_fates text[] not null,
  primary key (report_id, cap_id)
);
create index payout_deals_in_order on payout_deals (report_id, position);
