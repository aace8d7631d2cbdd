-- A suggestion may be followed by a pause of its traffic, which is a commit of pauses.
alter table suggestions drop constraint suggestions_batch_kind_check;
alter table suggestions add constraint suggestions_batch_kind_check check (batch_kind in ('broker', 'affiliate', 'pause'));
