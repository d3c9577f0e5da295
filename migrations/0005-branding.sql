create table brand (
  is_only boolean primary key default true check (is_only),
  name text not null check (char_length(name) between 1 and 40),
  color text not null check (color ~ '^(#[0-9a-f]{6})?$'),
  footer text not null,
  legal jsonb not null,
  logo bytea check (octet_length(logo) <= 262144),
  logo_dark bytea check (octet_length(logo_dark) <= 262144),
  changed_at timestamptz not null default now()
);

comment on table brand is 'The portal’s brand, in one row: at the first start that of the settings BRAND_… and LEGAL_URLS, then as admins change it.';
comment on column brand.color is 'Empty for the portal’s default green.';
comment on column brand.legal is 'Addresses of the wholesaler’s legal pages, by kind.';
