-- Whom a broadcast was asked for, so that its request is no other's: JSON of their ids in order, or of null where it was
-- all of the audience. Null: made before that was kept.
alter table broadcasts add column chosen text;
