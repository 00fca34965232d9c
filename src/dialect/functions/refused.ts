import type { Dialect } from "../dialect.ts";

/** Names of functions that the dialect has but the local service does not support. */
export function refusedNames(dialect: Dialect): readonly string[] {
  return [...table(dialect).keys()];
}

/** The reason why a function of the dialect is unsupported, for the error message. Null for all other names. */
export function refusalOf(name: string, dialect: Dialect): string | null {
  const reason = table(dialect).get(name.toLowerCase());
  return reason === undefined ? null : `the function ${name}${reason}`;
}

const tables: Partial<Record<Dialect, ReadonlyMap<string, string>>> = {};

/** Reasons by function name. */
function table(dialect: Dialect): ReadonlyMap<string, string> {
  return (tables[dialect] ??= new Map(
    [...REFUSED[dialect], ...SERVICE].flatMap(([reason, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name): [string, string] => [name, reason]),
    ),
  ));
}

/** A reason, as text after the function's name, and the names it applies to. */
type Refusals = readonly (readonly [reason: string, names: string])[];

/** The service's own functions, for both dialects. */
const SERVICE: Refusals = [
  [
    ": the local service has no table of IP addresses and places",
    `td_ip_to_country_code td_ip_to_country_name td_ip_to_city_name td_ip_to_latitude td_ip_to_longitude td_ip_to_time_zone td_ip_to_postal_code
    td_ip_to_most_specific_subdivision_name td_ip_to_least_specific_subdivision_name td_ip_to_subdivision_names td_ip_to_domain
    td_ip_to_connection_type td_ip_to_metro_code td_ip_to_asn td_ip_to_as_org td_ip_to_isp td_lat_long_to_country`,
  ],
  [": the local service has no exchange rates", "td_currency_conv"],
  [
    ": rows have no order in the local service; number them with row_number() OVER (PARTITION BY … ORDER BY …)",
    "td_x_rank",
  ],
  [
    ": the local service lacks its list of user agents; td_parse_agent tells system, browser and kind of device",
    "td_parse_user_agent",
  ],
  [": texts are cut by characters only, with substr", "td_substring_inencoding td_substr_inencoding"],
  [": only the hosted service has it", "td_line td_authenticate td_client_id smart_digest"],
];

const REFUSED: Record<Dialect, Refusals> = {
  presto: [
    ["; it is Hive's", "td_numeric_range td_pivot td_unpivot td_divide"],
    [": the local service has no stemmer with Snowball's rules", "word_stem"],
    [
      "",
      `checksum qdigest_agg tdigest_agg value_at_quantile values_at_quantiles make_set_digest merge_set_digest
      st_geometryfromtext st_point st_contains st_distance st_area st_astext st_buffer great_circle_distance to_spherical_geography bing_tile
      learn_classifier learn_regressor classify regress features evaluate_classifier_predictions murmur3 spooky_hash_v2_32 spooky_hash_v2_64
      from_iso8601_timestamp_nanos jaccard_index hash_counts intersection_cardinality ip_prefix ip_subnet_min ip_subnet_max ip_subnet_range is_subnet_of
      objectid objectid_timestamp timestamp_objectid color render bar rgb kurtosis_pop`,
    ],
  ],
  hive: [
    ["; it is Presto's", "td_approx_most_frequent"],
    [
      ": Hivemall's models are trained and used on the hosted service only",
      `train_classifier train_regressor train_perceptron train_pa train_pa1 train_pa2 train_cw train_arow train_arowh train_scw train_scw2
      train_adagrad_rda train_kpa kpa_predict train_multiclass_perceptron train_multiclass_pa train_multiclass_pa1 train_multiclass_pa2
      train_multiclass_cw train_multiclass_arow train_multiclass_arowh train_multiclass_scw train_multiclass_scw2 logress train_logistic_regr
      train_logregr train_pa1_regr train_pa1a_regr train_pa2_regr train_pa2a_regr train_arow_regr train_arowe_regr train_arowe2_regr
      train_adagrad_regr train_adadelta_regr train_mf_sgd train_mf_adagrad mf_predict train_bprmf bprmf_predict train_fm fm_predict train_ffm
      ffm_predict train_lda lda_predict train_plsa plsa_predict train_slim train_randomforest_classifier train_randomforest_regressor
      train_randomforest_regr tree_predict tree_predict_v1 tree_export rf_ensemble decision_path guess_attribute_types train_xgboost
      train_xgboost_classifier train_xgboost_regr train_multiclass_xgboost_classifier xgboost_version xgboost_predict xgboost_batch_predict
      xgboost_predict_one xgboost_predict_triple voted_avg weight_voted_avg max_label argmin_kld kld conv2dense changefinder sst
      build_bins feature_binning quantify quantified_features onehot_encoding chi2 snr transpose_and_dot dimsum_mapper bpr_sampling
      item_pairs_sampling populate_not_in lr_datagen`,
    ],
    [
      ": the local service has no dictionary of the language",
      "tokenize_ja tokenize_ja_neologd tokenize_cn tokenize_ko stoptags_exclude",
    ],
    [
      ": the local service has no XML reader",
      `xpath xpath_string xpath_int xpath_double xpath_short xpath_long xpath_float xpath_number xpath_boolean`,
    ],
    [
      ": no published query is known that uses it",
      `array_append array_flatten array_to_str to_string_array sort_and_uniq_array subarray_startwith subarray_endwith first_element argmin argsort
      argrank arange vector_add vector_dot to_bits unbits map_get map_include_keys map_exclude_keys map_key_values sessionize cosine_distance
      angular_distance euclid_similarity manhattan_distance minkowski_distance hamming_distance jaccard_distance sort_by_feature split_words
      word_ngrams singularize`,
    ],
    [": Java's own rules divide a text into sentences", "sentences"],
    [
      "",
      `java_method reflect reflect2 ngrams context_ngrams histogram_numeric compute_stats ewah_bitmap ewah_bitmap_and ewah_bitmap_or ewah_bitmap_empty create_union aes_encrypt aes_decrypt
      in_file version logged_in_user current_user surrogate_key
      hivemall_version minhashes bbit_minhash array_hash_values prefixed_hash_values polynomial_features powered_features feature_pairs
      to_dense_features to_dense to_sparse_features to_sparse to_libsvm_format vectorize_features ffm_features indexed_features
      add_field_indices add_field_indicies float_array select_k_best conditional_emit bits_collect bits_or inflate deflate map_get_sum
      map_tail_n map_roulette taskid jobid distcache_gets jobconf_gets convert_label x_rank moving_avg
      base91 unbase91 str_contains tile map_url lat2tiley lon2tilex tilex2lon tiley2lat haversine_distance bloom bloom_and
      bloom_contains bloom_contains_any bloom_not bloom_or`,
    ],
  ],
};
