import vectors from './signature-vectors.json' with { type: 'json' };

/** One recorded signature. */
interface Vector {
  name: string;
  secret: string;
  timestamp: string;
  body: Buffer;
  signature: string;
}

/** The recorded signatures, with their bodies as bytes. */
export const signatureVectors: readonly Vector[] = vectors.map((vector) => {
  const { name, secret, timestamp, signature } = vector;
  const bytes =
    vector.body_base64 === undefined
      ? Buffer.from(vector.body ?? '')
      : Buffer.from(vector.body_base64, 'base64');
  const body = Buffer.concat(Array.from({ length: vector.times ?? 1 }, () => bytes));
  return { name, secret, timestamp, body, signature };
});
