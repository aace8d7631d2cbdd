-- The leads of a deal of a report are kept as JSON lists, which cost a fraction of arrays to write; and so are the first
-- of its leads and deposits, which nothing is asked about, beside the deal.
alter table payout_deals
  add column details json,
  add column connectors_list json,
  add column ids_list json,
  -- Milliseconds since 1970.
  add column instants_list json,
  add column statuses_list json,
  add column fates_list json;

update payout_deals set
  deal = deal - 'leadDetails' - 'depositDetails' - 'truncated',
  details = json_build_object('leadDetails', deal -> 'leadDetails', 'depositDetails', deal -> 'depositDetails',
    'truncated', deal -> 'truncated'),
  connectors_list = array_to_json(lead_connectors),
  ids_list = array_to_json(lead_ids),
  instants_list = (
    select coalesce(json_agg((date_part('epoch', at) * 1000)::bigint order by position), '[]')
    from unnest(lead_instants) with ordinality as i (at, position)
  ),
  statuses_list = (
    select coalesce(json_agg(nullif(status, '') order by position), '[]')
    from unnest(lead_statuses) with ordinality as s (status, position)
  ),
  fates_list = array_to_json(lead_fates);

alter table payout_deals
  drop column lead_connectors,
  drop column lead_ids,
  drop column lead_instants,
  drop column lead_statuses,
  drop column lead_fates;
alter table payout_deals rename column connectors_list to lead_connectors;
alter table payout_deals rename column ids_list to lead_ids;
alter table payout_deals rename column instants_list to lead_instants;
alter table payout_deals rename column statuses_list to lead_statuses;
alter table payout_deals rename column fates_list to lead_fates;
alter table payout_deals
  alter column details set not null,
  alter column lead_connectors set not null,
  alter column lead_ids set not null,
  alter column lead_instants set not null,
  alter column lead_statuses set not null,
  alter column lead_fates set not null;

-- As the arrays before them (0009); where lz4 is not built in, they are packed the usual way.
do $$ begin
  alter table payout_deals
    alter column details set compression lz4,
    alter column lead_connectors set compression lz4,
    alter column lead_ids set compression lz4,
    alter column lead_instants set compression lz4,
    alter column lead_statuses set compression lz4,
    alter column lead_fates set compression lz4;
exception when feature_not_supported then null;
end $$;
