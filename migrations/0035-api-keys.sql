-- With which programs call. Of a key itself only the SHA-256 is kept.
create table api_keys (
  id text primary key,
  name text not null,
  -- Its beginning, by which people find it again.
  hint text not null,
  token_hash bytea not null unique,
  role text not null check (role in ('admin', 'editor', 'viewer')),
  -- The groups of calls that it may make (domain/team/api-key.ts).
  call_groups text[] not null,
  may_change boolean not null,
  created_at timestamptz not null,
  created_by text not null,
  ends_at timestamptz,
  last_used_at timestamptz,
  -- A revoked key stays, so that who still brings it is told so.
  revoked_at timestamptz
);
create unique index api_keys_by_name on api_keys (lower(name)) where revoked_at is null;
