create table customer_note (
  id uuid primary key,
  business_id uuid not null references business (id),
  author_id uuid not null references user_account (id),
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);

create index customer_note_business on customer_note (business_id, created_at desc);
create index customer_note_author on customer_note (author_id);

comment on table customer_note is 'What the staff notes about a business, for the staff alone. It goes with the last user of the business.';
