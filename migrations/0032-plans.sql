-- Plans that repeat: each makes a cap in one place on each of its days.
create table plans (
  id text primary key,
  kind text not null check (kind in ('broker', 'affiliate')),
  -- As typed, and as it is compared (UK is GB).
  geo text not null,
  geo_key text not null,
  -- Of plans of broker caps only.
  advertiser_id text,
  source_number text not null,
  -- Leads of each weekday from Monday on; null: no cap.
  numbers integer[] not null check (cardinality(numbers) = 7),
  working_hours text,
  always_on boolean not null default false,
  cpa numeric(12, 2) check (cpa between 0 and 1000000),
  crg numeric(5, 2) check (crg between 0 and 100),
  every_weeks integer not null check (every_weeks between 1 and 8),
  first_day date not null,
  last_day date check (last_day >= first_day),
  note text,
  created_by text not null,
  version integer not null default 1,
  -- The last day that was looked at whether a cap is to be made.
  made_until date,
  check ((kind = 'broker') = (advertiser_id is not null))
);

-- What a plan made of a day, or left as it stood: a day that is here is never made again, whoever deletes its cap, so that two
-- nodes, a restart, or a restored backup make none twice. There is no reference to plans: one that was deleted may come back by an
-- undo, and then the days that a person took from it are still theirs.
create table plan_days (
  plan_id text not null,
  day date not null,
  -- Null where a cap stood already.
  cap_id text,
  -- Of the cap as the plan left it: another one means that a person changed it.
  cap_version integer,
  primary key (plan_id, day)
);
create index plan_days_by_day on plan_days (day);

-- Days on which an advertiser or a geo is off.
create table days_off (
  id text primary key,
  side text not null check (side in ('advertiser', 'geo')),
  -- The advertiser's registered id, or the geo as it is compared.
  key text not null,
  day date not null,
  yearly boolean not null,
  -- No cap, as on any other day, or so many leads.
  effect text not null check (effect in ('none', 'keep', 'number')),
  number integer check (number between 0 and 1000000),
  name text not null,
  check ((effect = 'number') = (number is not null)),
  constraint days_off_key unique (side, key, day, yearly)
);

-- What was told of a plan, once.
create table plan_notices (
  plan_id text not null,
  kind text not null,
  primary key (plan_id, kind)
);
