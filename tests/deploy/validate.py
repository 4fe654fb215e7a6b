"""Validates files with JSON Schema.

usage: validate.py manifests RELEASE FILE...
           every resource in every file, on a release of Kubernetes such as 1.30.0, or `newest`
       validate.py values SCHEMA DEFAULTS FILE...
           every file, merged over the defaults as Helm merges values

Prints one line per error and exits with 1 if there is one; prints the number of resources. The schemas of Kubernetes come with the package
kubernetes-validate, those of other kinds are in schemas/.
"""

import functools
import json
import pathlib
import sys

import jsonschema
import yaml
from kubernetes_validate import utils

OWN = pathlib.Path(__file__).parent / "schemas"
# Without this, the definitions of a release are parsed again for each resource.
utils.schema_contents = functools.cache(utils.schema_contents)


def resource_error(resource, release):
    """The first error of a resource; None if it is valid."""
    kind, version = resource["kind"], resource["apiVersion"]
    own = OWN / f"{kind.lower()}_{version.rpartition('/')[2]}.json"
    try:
        if own.exists():
            jsonschema.validate(resource, json.loads(own.read_text()))
        else:
            utils.validate(resource, release, strict=True)
    except utils.SchemaNotFoundError:
        return f"no schema for {kind} {version}"
    except jsonschema.ValidationError as error:
        return f"{kind} {error.json_path}: {error.message}"


def manifests(release, *files):
    release = utils.latest_version() if release == "newest" else release
    resources = 0
    for file in files:
        for resource in filter(None, yaml.safe_load_all(pathlib.Path(file).read_text())):
            resources += 1
            if error := resource_error(resource, release):
                yield f"{file}: {error}"
    print(f"{resources} resources of {len(files)} files")


def merged(defaults, values):
    if not (isinstance(defaults, dict) and isinstance(values, dict)):
        return values
    return {**defaults, **{key: merged(defaults.get(key), value) for key, value in values.items()}}


def values(schema, defaults, *files):
    validator = jsonschema.validators.Draft202012Validator(json.loads(pathlib.Path(schema).read_text()))
    defaults = yaml.safe_load(pathlib.Path(defaults).read_text())
    for file in files:
        for error in validator.iter_errors(merged(defaults, yaml.safe_load(pathlib.Path(file).read_text()))):
            yield f"{file}: {error.json_path}: {error.message}"


errors = list({"manifests": manifests, "values": values}[sys.argv[1]](*sys.argv[2:]))
print("\n".join(errors), file=sys.stderr)
sys.exit(bool(errors))
