/** Over a table `frame`. */
export const GROUP_BY = `select origin, count(*) as flights, avg(hours) as hours, max(product) as product
from frame group by origin order by origin`;
