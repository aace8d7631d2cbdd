-- The newest good turn of each connector, which every board asks for: one look however long it has failed since.
create index sync_parts_good on sync_parts (connector, started_at desc) where status in ('success', 'unchanged');
