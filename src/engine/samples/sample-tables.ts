interface SampleTable {
  readonly name: string;
  /** File name in the data folder of vega-datasets. */
  readonly file: string;
  /** SQL that selects the rows from `source`, the reader of the file; `time` is unix seconds. */
  readonly rows: (source: string) => string;
}

/** Dates without a time of day are 00:00 UTC. */
const DAY_TIME = "epoch(CAST(date AS TIMESTAMP))::BIGINT AS time";
const WORDED_DAY_TIME = "epoch(strptime(date, '%b %-d %Y'))::BIGINT AS time";

/** In a file of their own, as `npm run pack` copies their files into svclib-jupyter. */
export const SAMPLE_TABLES: readonly SampleTable[] = [
  {
    name: "sp500",
    file: "sp500-2000.csv",
    rows: (source) =>
      `SELECT ${DAY_TIME}, open, high, low, close, adjclose AS adj_close, volume FROM ${source}`,
  },
  {
    name: "stocks",
    file: "stocks.csv",
    rows: (source) => `SELECT ${WORDED_DAY_TIME}, symbol, price FROM ${source}`,
  },
  {
    name: "seattle_weather",
    file: "seattle-weather.csv",
    rows: (source) => `SELECT ${DAY_TIME}, precipitation, temp_max, temp_min, wind, weather FROM ${source}`,
  },
  {
    name: "seattle_weather_hourly",
    file: "seattle-weather-hourly-normals.csv",
    rows: (source) => `SELECT ${DAY_TIME}, pressure, temperature, wind FROM ${source}`,
  },
  {
    name: "flights",
    file: "flights-3m.parquet",
    rows: (source) => `SELECT ${DAY_TIME}, delay, distance, origin, destination FROM ${source}`,
  },
];
