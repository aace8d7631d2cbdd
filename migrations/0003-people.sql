-- Who sends leads: the names and the chats of sources.
create table publishers (
  id text primary key,
  -- Without #.
  source_number text not null unique,
  name text not null,
  created_at timestamptz not null default now()
);

create table publisher_groups (
  publisher text not null references publishers (id) on delete cascade,
  group_id text not null,
  primary key (publisher, group_id)
);

-- Whose rows a chat shows. Several advertisers and sources may share one.
create index advertiser_groups_by_group on advertiser_groups (group_id);
create index publisher_groups_by_group on publisher_groups (group_id);
