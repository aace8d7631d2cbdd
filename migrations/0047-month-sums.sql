-- Sums of delivered_by_broker: a month by key, and a day in all, so that a year is read from a tenth of the rows. Triggers keep
-- them with every statement, whoever sends it. A row whose sums came to 0 may stay.

create table delivered_by_month (
  -- Its first day.
  month date not null,
  geo_key text not null,
  advertiser_id text not null,
  source_number text not null,
  leads integer not null,
  deposits integer not null,
  primary key (month, geo_key, advertiser_id, source_number)
) with (fillfactor = 60);

create table delivered_by_day (
  day date primary key,
  leads integer not null,
  deposits integer not null
) with (fillfactor = 60);

-- `came` and `went`: the rows of a statement after it and before it.
create function sum_delivered() returns trigger language plpgsql as $$
begin
  -- A statement that touches no row is told too.
  if tg_op = 'DELETE' then perform from went limit 1; else perform from came limit 1; end if;
  if not found then return null; end if;
  execute format($sum$
    with moved as (%s),
    months as (
      insert into delivered_by_month as m (month, geo_key, advertiser_id, source_number, leads, deposits)
      select date_trunc('month', day)::date, geo_key, advertiser_id, source_number, sum(leads), sum(deposits) from moved
      group by 1, 2, 3, 4 having sum(leads) <> 0 or sum(deposits) <> 0
      on conflict (month, geo_key, advertiser_id, source_number) do update set
        leads = m.leads + excluded.leads, deposits = m.deposits + excluded.deposits
    )
    insert into delivered_by_day as d (day, leads, deposits)
    select day, sum(leads), sum(deposits) from moved
    group by day having sum(leads) <> 0 or sum(deposits) <> 0
    on conflict (day) do update set leads = d.leads + excluded.leads, deposits = d.deposits + excluded.deposits
  $sum$, case tg_op
    when 'INSERT' then 'select day, geo_key, advertiser_id, source_number, leads, deposits from came'
    when 'DELETE' then 'select day, geo_key, advertiser_id, source_number, -leads as leads, -deposits as deposits from went'
    else 'select day, geo_key, advertiser_id, source_number, leads, deposits from came union all
      select day, geo_key, advertiser_id, source_number, -leads, -deposits from went'
  end);
  return null;
end $$;

create function forget_delivered_sums() returns trigger language plpgsql as $$
begin
  truncate delivered_by_month, delivered_by_day;
  return null;
end $$;

create trigger sum_delivered_that_came after insert on delivered_by_broker
  referencing new table as came for each statement execute function sum_delivered();
create trigger sum_delivered_that_changed after update on delivered_by_broker
  referencing new table as came old table as went for each statement execute function sum_delivered();
create trigger sum_delivered_that_went after delete on delivered_by_broker
  referencing old table as went for each statement execute function sum_delivered();
create trigger forget_delivered_sums after truncate on delivered_by_broker
  for each statement execute function forget_delivered_sums();

insert into delivered_by_month (month, geo_key, advertiser_id, source_number, leads, deposits)
select date_trunc('month', day)::date, geo_key, advertiser_id, source_number, sum(leads), sum(deposits)
from delivered_by_broker group by 1, 2, 3, 4;
insert into delivered_by_day (day, leads, deposits)
select day, sum(leads), sum(deposits) from delivered_by_broker group by day;
