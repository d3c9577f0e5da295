create table substitute_answer (
  id uuid primary key,
  order_id uuid not null references sales_order (id),
  line_no integer not null check (line_no > 0),
  item text not null,
  slug text not null,
  name text not null,
  cold_status text,
  dea_schedule text,
  quantity integer not null check (quantity > 0),
  reasons text not null,
  asked_at timestamptz not null default now(),
  answer text check (answer in ('yes', 'no')),
  answered_by uuid references user_account (id),
  answered_at timestamptz,
  ended_at timestamptz,
  check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null))
);

comment on table substitute_answer is 'Substitutes of the ERP that need the buyer’s yes, with the answers.';
comment on column substitute_answer.item is 'The ERP’s item with the substitute.';
comment on column substitute_answer.slug is 'The NDC or item number of the substitute.';
comment on column substitute_answer.cold_status is 'Of the substitute when it was asked about; null = not a product of the catalog.';
comment on column substitute_answer.dea_schedule is 'Of the substitute when it was asked about; null = not a product of the catalog.';
comment on column substitute_answer.reasons is 'Why the buyer must agree, separated by commas.';
comment on column substitute_answer.ended_at is 'When the ERP withdrew the substitute or asked for more of it.';

create unique index substitute_answer_item on substitute_answer (order_id, line_no, item) where ended_at is null;
create index substitute_answer_order on substitute_answer (order_id, asked_at);
create index substitute_answer_person on substitute_answer (answered_by, id);

select guard_records('substitute_answer');
