-- The end of a deposit's day, where its file tells no more than the day: it may belong to any lead of that day.
alter table deposits add column created_before timestamptz;
