{{ config(materialized='table') }}
select item, sum(price) as total from {{ ref('orders') }} group by item
