import type { Dialect } from "../dialect.ts";

/** Names of the functions that the dialect has and the local service does not. */
export function refusedNames(dialect: Dialect): readonly string[] {
  return [...REFUSED[dialect]];
}

/** Functions that the dialect has but the local service does not: refused by name, without a guess at another. */
export function isRefused(name: string, dialect: Dialect): boolean {
  return REFUSED[dialect].has(name.toLowerCase());
}

/** The service's functions that need tables of places, or rows in an order of their own. */
const SERVICE = `td_ip_to_time_zone td_ip_to_postal_code td_ip_to_most_specific_subdivision_name td_ip_to_least_specific_subdivision_name
  td_ip_to_subdivision_names td_ip_to_domain td_ip_to_connection_type td_ip_to_metro_code td_x_rank td_substring_inencoding td_substr_inencoding
  td_numeric_range td_pivot td_unpivot td_client_id td_approx_most_frequent`;

const REFUSED: Record<Dialect, ReadonlySet<string>> = {
  presto: new Set(
    `checksum current_time qdigest_agg tdigest_agg value_at_quantile values_at_quantiles make_set_digest merge_set_digest 
    st_geometryfromtext st_point st_contains st_distance st_area st_astext st_buffer great_circle_distance to_spherical_geography bing_tile
    learn_classifier learn_regressor classify regress features evaluate_classifier_predictions murmur3 spooky_hash_v2_32 spooky_hash_v2_64
    beta_cdf inverse_beta_cdf from_iso8601_timestamp_nanos jaccard_index hash_counts intersection_cardinality
    objectid objectid_timestamp timestamp_objectid word_stem color render bar rgb kurtosis_pop td_ip_to_country_code td_ip_to_country_name td_ip_to_city_name td_ip_to_latitude td_ip_to_longitude
    td_currency_conv td_lat_long_to_country ${SERVICE}`.split(/\s+/),
  ),
  hive: new Set(
    `java_method reflect reflect2 xpath xpath_string xpath_int xpath_double xpath_short xpath_long xpath_float xpath_number xpath_boolean
    ngrams context_ngrams histogram_numeric compute_stats ewah_bitmap aes_encrypt aes_decrypt mask_hash sentences in_file td_ip_to_country_code td_ip_to_country_name td_currency_conv td_lat_long_to_country version ${SERVICE}
    logged_in_user current_user surrogate_key`.split(/\s+/),
  ),
};
