/** The statement that adds materials with a price for every option, until the table has the given number of prices. */
export const addPrices = (number: number) => `
  with option as (
    select p.id from process p where p.parent_id > 0 and p.deleted_at is null and p.filter_type = 0
  ), added as (
    insert into material (name, material_tag, length, width, height, delivery_time, speed, status)
    select '试验材料 ' || n, (select material_tag from material order by id limit 1), 100, 100, 20, 5, 0.1, 'draft'
    from generate_series(1, ceil(${number}.0 / (select count(*) from option))::int) as n
    returning id
  )
  insert into material_process (material_id, process_id, price_fen, time)
  select added.id, option.id, 1000 + (added.id * 7 + option.id) % 900, 1 from added, option`;
