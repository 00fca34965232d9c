select * from {{ ref('orders') }} where item = 'apple'
