-- Deposits whose lead is not known, which a count by the day of the lead leaves out and tells.
create index deposits_without_lead
  on deposits (day, counted_geo_key, counted_advertiser_id, counted_source_number) where found_lead_id is null;
