-- A backfill whose source is busy or away is taken again no sooner than this.
alter table backfills add column resumes_at timestamptz;

-- The end of which partners were told; null: none was set. Another one is told anew.
alter table pauses add column told_until timestamptz;
update pauses set told_until = until where begun_told_at is not null;
