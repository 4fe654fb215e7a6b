// Command spectator records a public match to a file, one message of the stream per line as JSON. Started again with the
// same file, it goes on after the last line. Arguments: SERVERS MATCH_ID FILE
package main

import (
	"bytes"
	"context"
	"log"
	"os"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"

	"example.org/tinsel"
	v1 "example.org/tinsel/gen/tinsel/v1"
)

func main() {
	if len(os.Args) != 4 {
		log.Fatal("usage: spectator SERVERS MATCH_ID FILE")
	}
	client, err := tinsel.Connect(strings.Split(os.Args[1], ","), tinsel.Options{})
	check(err)
	file, cursor, err := resume(os.Args[3])
	check(err)
	options := tinsel.WatchOptions{Cursor: cursor, Presentation: true}
	for message, err := range client.Spectator(os.Args[2], "").Watch(context.Background(), options) {
		check(err)
		line, err := protojson.Marshal(message)
		check(err)
		_, err = file.Write(append(line, '\n'))
		check(err)
	}
	check(file.Close())
}

// resume opens the file to append to it, and returns the cursor of its last whole line.
func resume(name string) (*os.File, string, error) {
	recorded, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		return nil, "", err
	}
	// A line without its end is of a run that was stopped while it wrote.
	whole := recorded[:bytes.LastIndexByte(recorded, '\n')+1]
	lines := bytes.Split(bytes.TrimSpace(whole), []byte("\n"))
	message := &v1.WatchMatchResponse{}
	if last := lines[len(lines)-1]; len(last) > 0 {
		if err := protojson.Unmarshal(last, message); err != nil {
			return nil, "", err
		}
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, "", err
	}
	if err := file.Truncate(int64(len(whole))); err != nil {
		return nil, "", err
	}
	_, err = file.Seek(0, 2)
	return file, message.Cursor, err
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
