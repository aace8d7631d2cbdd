-- The public halves of members' passkeys; the private ones never leave the device that made them.
create table passkeys (
  id text primary key,
  member_id text not null references members on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_member on passkeys (member_id);

-- Who is about to give a passkey or to add one, by the hash of a token that only their browser has: that of the session, or of a
-- sign-in whose code was right. A challenge is answered once.
create table passkey_steps (
  token_hash bytea primary key,
  member_id text not null references members on delete cascade,
  signs_in boolean not null,
  challenge text,
  expires_at timestamptz not null
);
create index passkey_steps_by_member on passkey_steps (member_id);

-- Whether a session was opened by a passkey too. One that was not is no session of an admin while they have to give one.
alter table sessions add column by_passkey boolean not null default false;
