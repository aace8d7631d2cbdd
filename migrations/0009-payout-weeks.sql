-- Terms of a report, its deposits one by one, and weeks that are closed: frozen, approved, paid.

-- What was set of the rules; of older reports as the specification has it.
alter table payout_reports add column terms jsonb not null default
  '{"priceBy": "deal", "guarantee": "deal", "mostInvalid": null, "conversions": "fractional", "earlierLeads": "reported"}';

-- Packing these the usual way takes longer than all else that a report does; where lz4 is not built in, it does.
do $$ begin
  alter table payout_deals
    alter column deal set compression lz4,
    alter column lead_connectors set compression lz4,
    alter column lead_ids set compression lz4,
    alter column lead_instants set compression lz4,
    alter column lead_statuses set compression lz4,
    alter column lead_fates set compression lz4;
exception when feature_not_supported then null;
end $$;

update payout_deals set deal = deal || '{"pricedBy": "deal", "guarantee": null, "margin": null}';

-- The deposits of a report, each in one list; their e-mails stay with the deposits themselves.
create table payout_deposits (
  report_id text not null references payout_reports (id) on delete cascade,
  -- Oldest first.
  position integer not null,
  connector text not null,
  deposit_id text not null,
  list text not null check (list in ('inside', 'outside', 'unmatched', 'outOfDeal')),
  -- Null out of deal.
  cap_id text,
  -- Of its deal; out of deal where it counts.
  date date not null,
  geo text not null,
  advertiser_id text not null,
  source_number text not null,
  created_at timestamptz not null,
  reported numeric(12, 2),
  -- What it counts itself, without what it takes off a guarantee.
  payout numeric(14, 2) not null,
  -- It was settled with the guarantee of a deal of other days.
  tied boolean not null,
  primary key (report_id, connector, deposit_id)
);
create index payout_deposits_of_deal on payout_deposits (report_id, cap_id, position);
create index payout_deposits_of_place on payout_deposits (report_id, source_number, position) where cap_id is null;

-- A closed report: what stands in it is paid, whatever arrives late.
create table closings (
  id text primary key,
  report_id text not null references payout_reports (id),
  range_start date not null,
  range_end date not null,
  state text not null default 'frozen' check (state in ('frozen', 'approved', 'paid')),
  -- Moves with every change, so that whoever approves approves what they saw.
  version integer not null default 1,
  frozen_at timestamptz not null,
  frozen_by text not null,
  -- When the differences of earlier closed weeks were brought in.
  carried_at timestamptz,
  approved_at timestamptz,
  approved_by text,
  -- What each affiliate gets, from the approval on.
  lines jsonb,
  paid_on date,
  payment_reference text,
  paid_at timestamptz,
  paid_by text,
  check (range_start <= range_end),
  check ((state = 'frozen') = (lines is null)),
  check ((state = 'paid') = (paid_on is not null)),
  -- No day is paid twice.
  constraint closings_days exclude using gist (daterange(range_start, range_end, '[]') with &&)
);

create table closing_adjustments (
  id text primary key,
  closing_id text not null references closings (id) on delete cascade,
  -- In the order in which they were made: of several deposits of a guarantee each counts on from the one before.
  position bigint generated always as identity,
  kind text not null check (kind in ('amount', 'leaveOut', 'price', 'carryOver', 'overpaid')),
  affiliate_id text not null,
  -- What it adds to what the affiliate gets.
  amount numeric(14, 2) not null,
  reason text not null,
  -- Of a deposit that is left out or priced.
  connector text,
  deposit_id text,
  price numeric(12, 2),
  -- Of a line that comes from an earlier closed week: what late data change of it, or what it had paid too much.
  of_closing_id text references closings (id),
  created_at timestamptz not null,
  created_by text not null,
  unique (closing_id, connector, deposit_id),
  unique (closing_id, of_closing_id, affiliate_id, kind),
  check ((kind in ('leaveOut', 'price')) = (deposit_id is not null)),
  check ((kind in ('carryOver', 'overpaid')) = (of_closing_id is not null))
);
-- What a week had paid too much is taken off once.
create unique index closing_adjustments_overpaid on closing_adjustments (of_closing_id, affiliate_id)
  where kind = 'overpaid';
create index closing_adjustments_of on closing_adjustments (of_closing_id) where of_closing_id is not null;
