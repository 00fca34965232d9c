{{ config(materialized='incremental', unique_key='id', incremental_strategy='delete+insert') }}
select id, item, price, sold_at from {{ ref('raw_orders') }}
{% if is_incremental() %} where id > (select max(id) from {{ this }}) {% endif %}
