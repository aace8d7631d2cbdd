-- Deposits by the day and key of their leads, whenever they came: what became of the leads of a day. Kept in the
-- transaction that writes leads and deposits, like the counts of 0006.
create table deposits_by_lead_day (
  day date not null,
  geo_key text not null,
  advertiser_id text not null,
  source_number text not null,
  deposits integer not null,
  primary key (day, geo_key, advertiser_id, source_number)
) with (fillfactor = 60);

alter table deposits
  -- The day and key of its lead, as it is counted there; null where no lead is known.
  add column counted_lead_day date,
  add column counted_lead_geo_key text,
  add column counted_lead_advertiser_id text,
  add column counted_lead_source_number text;

update deposits d set
  counted_lead_day = l.day, counted_lead_geo_key = l.geo_key,
  counted_lead_advertiser_id = l.advertiser_id, counted_lead_source_number = l.source_number
from leads l where l.connector = d.found_connector and l.external_id = d.found_lead_id;

insert into deposits_by_lead_day (day, geo_key, advertiser_id, source_number, deposits)
select counted_lead_day, counted_lead_geo_key, counted_lead_advertiser_id, counted_lead_source_number, count(*)
from deposits where counted_lead_day is not null group by 1, 2, 3, 4;
