interface Described {
  title?: { value?: string | undefined } | undefined;
  description?: { value?: string | undefined } | undefined;
}

/** The elements of Media RSS in an entry or a group. */
interface Media extends Described {
  contents?: Described[] | undefined;
  groups?: (Described & { contents?: Described[] | undefined })[] | undefined;
}

/** The title and the description of Media RSS: of the entry, or else of its first medium. */
export function mediaTexts(media: Media | undefined): {
  title: string | undefined;
  description: string | undefined;
} {
  const group = media?.groups?.[0];
  const places = [media, group, media?.contents?.[0], group?.contents?.[0]];
  return {
    title: places.map((place) => place?.title?.value).find(Boolean),
    description: places.map((place) => place?.description?.value).find(Boolean),
  };
}
