-- The rows so far of the kind that a backfill is reading, over all its turns: it is judged by all of them.
alter table backfills
  add column kind_rows integer not null default 0,
  add column kind_bad_rows integer not null default 0;
