-- Lead feeds that were set up in the control center; those of the environment and its file are not in it.
create table lead_connectors (
  -- Part of each row's key: it never changes.
  name text primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  preset text not null,
  url text not null,
  -- What is other than in the preset, by its place in the mapping.
  terms jsonb not null,
  -- The key, a user name, a password as JSON, sealed; opened with the scope `lead_connector:` and the name.
  sealed bytea not null,
  -- Their names, so that screens can say what is set.
  secrets text[] not null,
  is_paused boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
