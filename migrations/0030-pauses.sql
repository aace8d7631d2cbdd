-- Traffic that is stopped, beside whatever caps say: all leads that agree with each part that is given.
create table pauses (
  id text primary key,
  geo text,
  advertiser_id text,
  source_number text,
  begins timestamptz not null,
  -- Null: until somebody ends it.
  until timestamptz,
  reason text not null,
  note text,
  begun_by text not null,
  way text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  -- When the groups of partners were told of its beginning and its end, and ours of leads that came in it.
  begun_told_at timestamptz,
  ended_told_at timestamptz,
  leads_told_at timestamptz,
  check (num_nonnulls(geo, advertiser_id, source_number) > 0),
  check (until > begins),
  check ((ended_at is null) = (ended_by is null))
);
-- Those that may still count are the last of it.
create index pauses_by_end on pauses (coalesce(least(until, ended_at), 'infinity'::timestamptz));

-- Of reports that were made before there were pauses.
alter table payout_reports alter column terms set default
  '{"priceBy": "deal", "guarantee": "deal", "mostInvalid": null, "conversions": "fractional", "earlierLeads": "reported", "pausedLeads": null}';
update payout_reports set terms = terms || '{"pausedLeads": null}';
update payout_deals set
  deal = deal || '{"paused": 0}',
  details = jsonb_set(details::jsonb, '{leadDetails,paused}', '[]')::json;
update payout_reports set summary = jsonb_set(summary, '{affiliates}', (
  select coalesce(jsonb_agg(jsonb_set(affiliate, '{geoBreakdown}', (
    select coalesce(jsonb_agg(geo || '{"paused": 0}' order by place), '[]')
    from jsonb_array_elements(affiliate -> 'geoBreakdown') with ordinality as g (geo, place)
  )) order by position), '[]')
  from jsonb_array_elements(summary -> 'affiliates') with ordinality as a (affiliate, position)
)) where summary is not null;
