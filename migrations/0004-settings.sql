-- A change of zone that moves many leads goes on in the background: from its request to its end it stands here, and the
-- old zone counts. There is one at a time.
create table zone_change (
  only_row boolean primary key default true check (only_row),
  zone text not null,
  requested_by_id text,
  requested_by text not null,
  requested_at timestamptz not null,
  -- How far it has come, from 0 to 1. Told outside of the transaction that does the work.
  share real not null default 0
);
