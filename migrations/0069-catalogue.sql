create function restrictions_open_to(viewer uuid) returns setof uuid language sql stable parallel safe as $$
  select restriction_id from restriction_holder where business_id = viewer
  union all
  select restriction_id from business_group_member join restriction_holder using (group_id)
  where business_group_member.business_id = viewer
$$;

comment on function restrictions_open_to is
  'The restrictions that are for a business: itself, a group of it or its class of trade.';

-- A statement keeps what it asks by a call out of its own plan, which would be set up anew each time, asked or not.
create function may_see(viewer uuid, product uuid, its_category text) returns boolean language plpgsql stable parallel safe as $$
begin
  return not exists (
    select from restriction
    where (product_id = product or category = its_category) and id <> all(array(select restrictions_open_to(viewer))));
end $$;

comment on function may_see is
  'Whether a business, or nobody in particular, may see a product: nothing that it or its category is only for others.';
