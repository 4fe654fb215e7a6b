// Command generate writes the Go code of the protos for players, hosts and spectators into the folder gen of the library,
// or below another folder. Argument: [FOLDER]
package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"golang.org/x/mod/modfile"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

const (
	library = "../.."
	protos  = "../../../../proto"
)

func main() {
	folder := library
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	if err := generate(folder); err != nil {
		log.Fatal(err)
	}
}

func generate(folder string) error {
	if err := os.RemoveAll(filepath.Join(folder, "gen")); err != nil {
		return err
	}
	request, err := compiled()
	if err != nil {
		return err
	}
	for _, plugin := range []string{"protoc-gen-go", "protoc-gen-go-grpc"} {
		if err := run(plugin, request, folder); err != nil {
			return fmt.Errorf("%s: %w", plugin, err)
		}
	}
	return nil
}

// compiled returns the request to the plugins: the protos, and those that they import.
func compiled() (*pluginpb.CodeGeneratorRequest, error) {
	var names []string
	err := filepath.WalkDir(protos, func(path string, entry fs.DirEntry, err error) error {
		// Archives and AdminService are for operators.
		forOperators := strings.Contains(path, "/archive/") || entry.Name() == "admin_service.proto"
		if err == nil && strings.HasSuffix(path, ".proto") && !forOperators {
			name, _ := filepath.Rel(protos, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	compiler := protocompile.Compiler{
		Resolver:       protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{protos}}),
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	files, err := compiler.Compile(context.Background(), names...)
	if err != nil {
		return nil, err
	}
	var all []*descriptorpb.FileDescriptorProto
	added := map[string]bool{}
	var add func(protoreflect.FileDescriptor)
	add = func(file protoreflect.FileDescriptor) {
		if added[file.Path()] {
			return
		}
		added[file.Path()] = true
		for i := range file.Imports().Len() {
			add(file.Imports().Get(i).FileDescriptor)
		}
		all = append(all, protoutil.ProtoFromFileDescriptor(file))
	}
	for _, file := range files {
		add(file)
	}
	goMod, err := os.ReadFile(filepath.Join(library, "go.mod"))
	if err != nil {
		return nil, err
	}
	module := modfile.ModulePath(goMod)
	parameter := "module=" + module
	for _, file := range files {
		_, below, _ := strings.Cut(file.Options().(*descriptorpb.FileOptions).GetGoPackage(), "/")
		parameter += fmt.Sprintf(",M%s=%s/%s", file.Path(), module, below)
	}
	return &pluginpb.CodeGeneratorRequest{FileToGenerate: names, Parameter: &parameter, ProtoFile: all}, nil
}

// run passes the request to a plugin and writes its files.
func run(plugin string, request *pluginpb.CodeGeneratorRequest, folder string) error {
	input, err := proto.Marshal(request)
	if err != nil {
		return err
	}
	command := exec.Command("go", "tool", plugin)
	command.Stdin, command.Stderr = bytes.NewReader(input), os.Stderr
	output, err := command.Output()
	if err != nil {
		return err
	}
	var response pluginpb.CodeGeneratorResponse
	if err := proto.Unmarshal(output, &response); err != nil {
		return err
	}
	for _, file := range response.GetFile() {
		path := filepath.Join(folder, file.GetName())
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(file.GetContent()), 0o644); err != nil {
			return err
		}
	}
	return nil
}
