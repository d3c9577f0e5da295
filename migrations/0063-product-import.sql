create table import_picture (
  import_id uuid not null references import (id) on delete cascade,
  row integer not null,
  product_id uuid not null references product (id),
  url text not null,
  image text not null,
  state text not null default 'waiting' check (state in ('waiting', 'fetched', 'failed', 'dropped')),
  problem text not null default '',
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null default now(),
  primary key (import_id, row)
);

comment on table import_picture is
  'A picture that a row of an import names by an address elsewhere: it is fetched after the row was applied.';
comment on column import_picture.image is 'What the product showed when the row was applied; where it shows something else now, that stays.';
comment on column import_picture.state is 'dropped: not wanted any more, because the product or the import went on without it.';
comment on column import_picture.problem is 'Why it could not be fetched, or was not wanted, as people read it.';
comment on column import_picture.due_at is 'Not before: what failed in passing is tried again later.';

create index import_picture_due on import_picture (import_id, state, due_at);
create index import_picture_product on import_picture (product_id);

create table picture_source (
  product_id uuid primary key references product (id),
  url text not null,
  image text not null
);

comment on table picture_source is
  'From which address a product''s picture was fetched: while the product shows it, the address is not asked again.';

alter table import drop constraint import_kind_check;
alter table import add constraint import_kind_check check (kind in ('products', 'prices', 'list', 'pictures'));
