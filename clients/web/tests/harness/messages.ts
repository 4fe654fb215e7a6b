/** Messages of gRPC-Web, to read and to change on their way. */

import { type DescMessage, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";

/** One byte of flags, and four with the length of the message. */
const HEAD = 5;

/** The first message of a body. */
export function messageOf<Desc extends DescMessage>(schema: Desc, body: Buffer): MessageShape<Desc> {
  return fromBinary(schema, body.subarray(HEAD, HEAD + body.readUInt32BE(1)));
}

/** The body with a changed first message. */
export function changed<Desc extends DescMessage>(
  schema: Desc,
  body: Buffer,
  change: (message: MessageShape<Desc>) => void,
): Buffer {
  const message = messageOf(schema, body);
  change(message);
  const bytes = toBinary(schema, message);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes, body.subarray(HEAD + body.readUInt32BE(1))]);
}
