import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CountryResponse, Reader } from 'maxmind';

type CountryRecord = Readonly<{ country_code?: string }> & CountryResponse;

const file = import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
let database: Reader<CountryRecord> | undefined;

/** The country to which a network address is registered; null for private and unknown addresses. */
export function findCountry(address: string): string | null {
  database ??= new Reader<CountryRecord>(readFileSync(fileURLToPath(file)));
  return database.get(address)?.country_code ?? null;
}
