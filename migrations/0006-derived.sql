-- What is derived from leads and deposits, kept in the transaction that writes them: counts by (day, geo, advertiser,
-- source) of both, counts of the statuses as they were sent, and the lead of each deposit.

-- A page of a sync moves the rows of its days: room within the page keeps these updates off the index.
alter table delivered_by_broker
  alter column leads set default 0,
  add column deposits integer not null default 0,
  -- Null where there is none.
  add column last_lead_at timestamptz,
  add column last_deposit_at timestamptz;
alter table delivered_by_broker set (fillfactor = 60);

create table leads_by_status (
  day date not null,
  source_number text not null,
  -- As it was sent.
  status text not null,
  leads integer not null,
  primary key (day, source_number, status)
) with (fillfactor = 60);

alter table deposits
  -- The lead that it belongs to: the one that it names, else one with its e-mail; null where none is known.
  add column found_connector text,
  add column found_lead_id text,
  -- The key under which it counts: its own, else its lead's; empty where neither says. Null until it is counted.
  add column counted_geo_key text,
  add column counted_advertiser_id text,
  add column counted_source_number text;

drop index deposits_by_day;
create index deposits_by_day on deposits (day, counted_geo_key, counted_advertiser_id, counted_source_number);
create index deposits_by_found_lead on deposits (found_connector, found_lead_id) where found_lead_id is not null;
-- Those that a lead with their e-mail may still claim: all but the ones whose named lead is known.
create index deposits_by_email on deposits (email_key)
  where email_key is not null and (connector, lead_id) is distinct from (found_connector, found_lead_id);

-- Newest first is how leads are looked through; prefixes of e-mails need the order of code points.
create index leads_by_age on leads (created_at);
drop index leads_by_email;
create index leads_by_email on leads (email_key text_pattern_ops) where email_key is not null;

-- Statuses, folded, that somebody has looked at. What is seen and not here is offered for review.
create table reviewed_statuses (
  status_key text primary key,
  reviewed_at timestamptz not null,
  reviewed_by text not null
);

-- What stands already is brought in, as `npm run cli -- rebuild` would.
update deposits d set
  found_connector = l.connector, found_lead_id = l.external_id
from leads l where l.connector = d.connector and l.external_id = d.lead_id;

update deposits d set
  found_connector = l.connector, found_lead_id = l.external_id
from deposits o cross join lateral (
  select connector, external_id from leads
  where email_key = o.email_key and created_at <= o.created_at
    and (o.advertiser_id is null or advertiser_id = o.advertiser_id)
    and (o.source_number is null or source_number = o.source_number)
  order by created_at desc, external_id collate "C" desc, connector collate "C" desc limit 1
) l
where o.found_lead_id is null and d.connector = o.connector and d.external_id = o.external_id;

update deposits d set
  counted_geo_key = coalesce(d.geo_key, l.geo_key, ''),
  counted_advertiser_id = coalesce(d.advertiser_id, l.advertiser_id, ''),
  counted_source_number = coalesce(d.source_number, l.source_number, '')
from deposits o left join leads l on l.connector = o.found_connector and l.external_id = o.found_lead_id
where d.connector = o.connector and d.external_id = o.external_id;

update delivered_by_broker d set last_lead_at = l.last_at
from (
  select day, geo_key, advertiser_id, source_number, max(created_at) as last_at from leads group by 1, 2, 3, 4
) l
where (d.day, d.geo_key, d.advertiser_id, d.source_number) = (l.day, l.geo_key, l.advertiser_id, l.source_number);

insert into delivered_by_broker (day, geo_key, advertiser_id, source_number, deposits, last_deposit_at)
select day, counted_geo_key, counted_advertiser_id, counted_source_number, count(*), max(created_at)
from deposits group by 1, 2, 3, 4
on conflict (day, geo_key, advertiser_id, source_number)
  do update set deposits = excluded.deposits, last_deposit_at = excluded.last_deposit_at;

insert into leads_by_status (day, source_number, status, leads)
select day, source_number, status, count(*) from leads where status is not null group by 1, 2, 3;
