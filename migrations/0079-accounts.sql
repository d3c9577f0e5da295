alter table passkey add column needs_password boolean not null default false;

comment on column passkey.needs_password is
  'It no longer signs in alone, but only after the password, until its holder says that it is theirs: set when the password '
  'was reset, a change of the email address was undone or an administrator ended the sessions.';
