-- What the search filters, counts and ranks by beside the words.
alter table product
  -- The dosage form as a buyer names it, told by the product's name.
  add column form text not null default '',
  -- Orders of the last twelve months that held it; a job keeps it. In no index, so that counting moves no index entry.
  add column times_bought integer not null default 0;

-- The same list as in src/catalogue/name-form.ts, for the products of before; a test holds them equal.
update product
set form = case
    when said ~ '(?<![a-z0-9-])(?:suppository|suppositories|supp)(?![a-z0-9-])' then 'Suppository'
    when said ~ '(?<![a-z0-9-])(?:lozenges?|troches?)(?![a-z0-9-])' then 'Lozenge'
    when said ~ '(?<![a-z0-9-])(?:tablets?|tabs?|caplets?|odt)(?![a-z0-9-])' then 'Tablet'
    when said ~ '(?<![a-z0-9-])(?:capsules?|caps?|softgels?|gelcaps?)(?![a-z0-9-])' then 'Capsule'
    when said ~ '(?<![a-z0-9-])(?:patch|patches|transdermal|plasters?)(?![a-z0-9-])' then 'Patch'
    when said ~ '(?<![a-z0-9-])(?:inhalers?|inhalant|inhalation powder|aerosol metered)(?![a-z0-9-])' then 'Inhaler'
    when said ~ '(?<![a-z0-9-])(?:injections?|injectable|inj|prefilled syringes?|auto-injectors?|injectors?|cartridges?|pens?)(?![a-z0-9-])' then 'Injection'
    when said ~ '(?<![a-z0-9-])(?:sprays?|aerosol)(?![a-z0-9-])' then 'Spray'
    when said ~ '(?<![a-z0-9-])(?:drops?|ophthalmic solution|ophthalmic suspension|otic solution|otic suspension)(?![a-z0-9-])' then 'Drops'
    when said ~ '(?<![a-z0-9-])(?:ointments?|oint)(?![a-z0-9-])' then 'Ointment'
    when said ~ '(?<![a-z0-9-])(?:creams?|crm)(?![a-z0-9-])' then 'Cream'
    when said ~ '(?<![a-z0-9-])(?:lotions?)(?![a-z0-9-])' then 'Lotion'
    when said ~ '(?<![a-z0-9-])(?:shampoos?)(?![a-z0-9-])' then 'Shampoo'
    when said ~ '(?<![a-z0-9-])(?:foams?|foaming)(?![a-z0-9-])' then 'Foam'
    when said ~ '(?<![a-z0-9-])(?:toothpaste|dentifrice)(?![a-z0-9-])' then 'Toothpaste'
    when said ~ '(?<![a-z0-9-])(?:mouthwash|rinse)(?![a-z0-9-])' then 'Mouthwash'
    when said ~ '(?<![a-z0-9-])(?:enemas?)(?![a-z0-9-])' then 'Enema'
    when said ~ '(?<![a-z0-9-])(?:gum)(?![a-z0-9-])' then 'Gum'
    when said ~ '(?<![a-z0-9-])(?:soaps?|hand wash|handwash)(?![a-z0-9-])' then 'Soap'
    when said ~ '(?<![a-z0-9-])(?:swabs?|swabsticks?)(?![a-z0-9-])' then 'Swab'
    when said ~ '(?<![a-z0-9-])(?:wipes?|pads?|cloths?|towelettes?)(?![a-z0-9-])' then 'Wipe'
    when said ~ '(?<![a-z0-9-])(?:implants?|intrauterine)(?![a-z0-9-])' then 'Implant'
    when said ~ '(?<![a-z0-9-])(?:inserts?|ring|vaginal system)(?![a-z0-9-])' then 'Insert'
    when said ~ '(?<![a-z0-9-])(?:granules?|pellets?)(?![a-z0-9-])' then 'Granules'
    when said ~ '(?<![a-z0-9-])(?:powders?)(?![a-z0-9-])' then 'Powder'
    when said ~ '(?<![a-z0-9-])(?:syrups?)(?![a-z0-9-])' then 'Syrup'
    when said ~ '(?<![a-z0-9-])(?:elixirs?)(?![a-z0-9-])' then 'Elixir'
    when said ~ '(?<![a-z0-9-])(?:suspensions?|susp)(?![a-z0-9-])' then 'Suspension'
    when said ~ '(?<![a-z0-9-])(?:gels?|jelly)(?![a-z0-9-])' then 'Gel'
    when said ~ '(?<![a-z0-9-])(?:pastes?)(?![a-z0-9-])' then 'Paste'
    when said ~ '(?<![a-z0-9-])(?:films?|strips?)(?![a-z0-9-])' then 'Film'
    when said ~ '(?<![a-z0-9-])(?:kits?|pack)(?![a-z0-9-])' then 'Kit'
    when said ~ '(?<![a-z0-9-])(?:solutions?|soln|sol)(?![a-z0-9-])' then 'Solution'
    when said ~ '(?<![a-z0-9-])(?:oils?)(?![a-z0-9-])' then 'Oil'
    when said ~ '(?<![a-z0-9-])(?:gas|oxygen|nitrogen|nitrous oxide|carbon dioxide|helium)(?![a-z0-9-])' then 'Gas'
    when said ~ '(?<![a-z0-9-])(?:semi-solid)(?![a-z0-9-])' then 'Semi-solid'
    when said ~ '(?<![a-z0-9-])(?:liquids?)(?![a-z0-9-])' then 'Liquid'
    else ''
  end
from (select id, regexp_replace(lower(name), '[[:space:],]+', ' ', 'g') as said from product) as named
where named.id = product.id;

create index product_manufacturer_newest on product (manufacturer, created_at desc, id)
  where is_published and deleted_at is null;
create index product_manufacturer_price on product (manufacturer, price, id) where is_published and deleted_at is null;
create index product_form_newest on product (form, created_at desc, id) where is_published and deleted_at is null;
create index product_form_price on product (form, price, id) where is_published and deleted_at is null;
-- None for what is in stock: most of a wholesaler's products are, and every order would have to move its entries.

-- Which products each version of the catalogue changed: every process keeps an index of the words in memory and reads
-- what it does not know yet.
create table catalogue_change (
  version bigint not null,
  product_id uuid not null references product (id),
  primary key (version, product_id)
);

-- Misspelt words are corrected towards the words of that index.
drop table catalogue_word;
