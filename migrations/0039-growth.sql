-- For what is asked of a few days or names, however long the history is (`npm run bench growth`).

-- A payout report: deposits of its days, and those that came before leads of its days.
create index deposits_by_age on deposits (created_at);
create index deposits_by_day_of_lead on deposits (counted_lead_day, created_at) where counted_lead_day is not null;

-- Whom leads and caps name and nobody has registered. Without the counts, so that their updates stay off the index.
create index delivered_by_advertiser on delivered_by_broker (advertiser_id, day);
create index delivered_by_source on delivered_by_broker (source_number, day);
create index caps_by_advertiser on caps (advertiser_id) where advertiser_id is not null;
create index caps_by_source on caps (source_number);

-- Leads of a status, which few days may have, or none.
create index leads_by_status_of_days on leads_by_status (status, day, source_number);

-- Whether anything was changed since a report began: the newest changes.
create unique index changes_by_position on changes (position);
