-- A mute outlives its cap, which an undo brings back under the same id; where it stays away, age removes the mute.
alter table muted_caps drop constraint muted_caps_cap_id_fkey;
create index muted_caps_by_age on muted_caps (at);
