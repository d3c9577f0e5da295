-- A text as people look for it: in lower case, without accents, in plain apostrophes and dashes. `Núñez` is found by
-- `nunez`, `Ørsted` by `orsted`. Indexes are written with it, so it may never change for a text: a better rule is a new
-- function with new indexes.
create function folded(text) returns text
  language sql immutable strict parallel safe
  return case
    when octet_length($1) = char_length($1) then lower($1)
    else replace(replace(replace(translate(
      lower(regexp_replace(normalize($1, NFKD), U&'[\0300-\036F]', '', 'g')),
      U&'\00F8\0142\0111\00F0\0127\0131\2018\2019\02BC\2010\2013\2014\2212', 'olddhi''''''----'
    ), U&'\00DF', 'ss'), U&'\00E6', 'ae'), U&'\0153', 'oe')
  end;

comment on function folded is 'Lower case without accents, by which people, businesses and products are found.';
