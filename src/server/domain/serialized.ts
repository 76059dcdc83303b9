/** A value and its JSON text, for a response that is sent more than once or on several surfaces. */
export class Serialized<Value = unknown> {
  readonly value: Value;
  readonly json: string;

  constructor(value: Value) {
    this.value = value;
    this.json = JSON.stringify(value);
  }
}
