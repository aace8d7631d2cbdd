-- Allowances beside caps, over several of them and longer than a day.
create table limits (
  id text primary key,
  name text not null,
  side text not null check (side in ('broker', 'affiliate')),
  -- Of each an empty list is all.
  geos text[] not null,
  advertiser_ids text[] not null,
  source_numbers text[] not null,
  -- 0 allows nothing; null is no limit.
  number integer check (number >= 0),
  unit text not null check (unit in ('leads', 'validLeads', 'deposits')),
  period text not null check (period in ('day', 'week', 'month', 'range')),
  first_day date,
  last_day date,
  note text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (last_day >= first_day),
  check (period <> 'range' or (first_day is not null and last_day is not null)),
  check (side = 'broker' or advertiser_ids = '{}')
);
