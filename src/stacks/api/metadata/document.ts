import { isRecord } from '../../../base/json.js';
import { type MetadataSettings, toWebUri } from './load.js';

/** The metadata of a token, as the token metadata service shows a document of SIP-016. */
export type Metadata = {
  sip: number;
  name?: string | undefined;
  description?: string | undefined;
  image?: string | undefined;
  cached_image?: string | undefined;
  cached_thumbnail_image?: string | undefined;
  attributes?: object[] | undefined;
  properties?: object | undefined;
  localization?: Localization | undefined;
};
type Localization = { uri: string; default: string; locales: string[] };

/** The version of the standard that documents without one follow. */
const SIP = 16;

/** @returns undefined if it is no object */
export function readDocument(document: unknown, settings: MetadataSettings): Metadata | undefined {
  if (!isRecord(document)) return undefined;
  const { sip, name, description, image, attributes, properties } = document;
  // Documents of fungible tokens often have an image of this name.
  const picture = text(image) ?? text(document['image_uri']);
  const cached = picture === undefined ? undefined : toWebUri(picture, settings);
  return {
    sip: typeof sip === 'number' ? sip : SIP,
    name: text(name),
    description: text(description),
    image: picture,
    cached_image: cached,
    cached_thumbnail_image: cached,
    attributes: Array.isArray(attributes) ? attributes.filter(isAttribute) : undefined,
    properties: isRecord(properties) ? properties : undefined,
    localization: readLocalization(document['localization']),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isAttribute(value: unknown): value is object {
  return isRecord(value) && typeof value['trait_type'] === 'string' && 'value' in value;
}

function readLocalization(value: unknown): Localization | undefined {
  if (!isRecord(value)) return undefined;
  const { uri, default: standard, locales } = value;
  if (typeof uri !== 'string' || typeof standard !== 'string' || !Array.isArray(locales)) return undefined;
  return { uri, default: standard, locales: locales.filter((locale) => typeof locale === 'string') };
}
