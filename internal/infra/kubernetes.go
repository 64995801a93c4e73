package infra

import (
	"path"
	"strings"
)

// mayBeManifest reports whether a file has the words of Kubernetes resources
// that concern messages, or of workloads and what they take variables from.
func mayBeManifest(data []byte) bool {
	return containsAny(data, "apiVersion") && containsAny(data, manifestWords...)
}

// manifestWords are the groups and kinds that are read, and the kinds that
// these refer to.
var manifestWords = []string{
	"sqs.services.k8s.aws", "sqs.aws.", "pubsub.cnrm.cloud.google.com", "rabbitmq.com", "kafka.strimzi.io", "jetstream.nats.io",
	"knative.dev", "dapr.io", "keda.sh", "argoproj.io", "PrometheusRule", "Kustomization", "Deployment", "StatefulSet", "DaemonSet",
	"Job", "Pod", "ConfigMap",
}

// kubernetes collects the resources of all manifests; what joins them by name
// is decided when all are known.
type kubernetes struct {
	r         *reader
	resources []*manifest
	patches   map[string]bool // files that a kustomization applies as patches
}

// manifest is one resource.
type manifest struct {
	kind, group string // Trigger, eventing.knative.dev
	name        string
	namespace   string
	v           *value
	dir         string
	d           Definition
}

// of reports whether a resource is of a kind, in a group that starts with one
// of groups.
func (m *manifest) of(kind string, groups ...string) bool {
	if m.kind != kind {
		return false
	}
	for _, g := range groups {
		if m.group == g || strings.HasSuffix(g, ".") && strings.HasPrefix(m.group, g) {
			return true
		}
	}
	return false
}

// readManifests reads a file of Kubernetes resources.
func (r *reader) readManifests(file string, data []byte) {
	if r.isTextTemplate(file, data) {
		return
	}
	docs, err := parseDocuments(file, data)
	if err != nil {
		r.fault(file, err)
	}
	for _, doc := range docs {
		r.k8s.add(doc, file, nil)
	}
}

// add notes a resource, or those of a List. d is given for one that is written
// in Terraform.
func (k *kubernetes) add(v *value, file string, d *Definition) {
	kind, version := v.field("kind"), v.field("apiVersion")
	if v.kind != isObject || !kind.known() || !version.known() {
		return
	}
	if kind.text == "List" {
		items, _ := v.field("items").elements()
		for _, item := range items {
			k.add(item, file, d)
		}
		return
	}
	if kind.text == "Kustomization" || strings.HasPrefix(path.Base(file), "kustomization.") {
		k.kustomize(v, path.Dir(file))
		return
	}
	group, _, _ := strings.Cut(version.text, "/")
	m := &manifest{kind: kind.text, group: group, v: v, dir: path.Dir(file), name: k.r.shown(v.path("metadata", "name")), namespace: k.r.shown(v.path("metadata", "namespace"))}
	m.d = Definition{
		Root: file, Address: m.kind + "/" + m.name, Type: group + "/" + m.kind, Format: "kubernetes", Place: v.at,
		Environment: environmentOf(file),
	}
	for _, f := range v.fields { // the line of apiVersion is where people look
		if f.name == "apiVersion" {
			m.d.Place = f.at
		}
	}
	if d != nil {
		m.d.Root, m.d.Place, m.d.Environment, m.d.Conditional = d.Root, d.Place, d.Environment, d.Conditional
	}
	k.resources = append(k.resources, m)
}

// kustomize notes the files that change other resources: they are no
// definitions, and what they change is not known.
func (k *kubernetes) kustomize(v *value, dir string) {
	if k.patches == nil {
		k.patches = map[string]bool{}
	}
	for _, name := range []string{"patchesStrategicMerge", "patches", "patchesJson6902"} {
		items, _ := v.field(name).elements()
		for _, item := range items {
			file := item
			if item.kind == isObject {
				file = item.field("path")
			}
			if file.known() && !strings.Contains(file.text, "\n") {
				k.patches[path.Join(dir, file.text)] = true
			}
		}
	}
}

// finish makes facts of all resources.
func (k *kubernetes) finish() {
	var patched []*manifest
	kept := k.resources[:0:0]
	for _, m := range k.resources {
		if k.patches[m.d.Root] {
			patched = append(patched, m)
			continue
		}
		kept = append(kept, m)
	}
	k.resources = kept
	for _, p := range patched {
		for _, m := range kept {
			if m.kind == p.kind && m.name == p.name {
				m.v = overlaid(m.v, p.v, p.d.Root)
			}
		}
	}
	for _, m := range kept {
		k.define(m)
	}
}

// overlaid marks what a patch touches as not known.
func overlaid(v, patch *value, file string) *value {
	if v == nil || patch.kind != isObject || v.kind != isObject {
		return unknown(patch.at, "the patch "+file+" changes it")
	}
	out := *v
	out.fields = append([]field(nil), v.fields...)
	for _, f := range patch.fields {
		if f.name == "apiVersion" || f.name == "kind" || f.name == "metadata" {
			continue
		}
		out.set(f.name, f.at, overlaid(v.field(f.name), f.value, file))
	}
	return &out
}

func (k *kubernetes) define(m *manifest) {
	spec := m.v.field("spec")
	switch {
	case m.of("Queue", "sqs.services.k8s.aws"):
		k.ackQueue(m, spec)
	case m.of("Queue", "sqs.aws.upbound.io", "sqs.aws.m.upbound.io", "sqs.aws.crossplane.io"):
		k.crossplaneQueue(m, spec.field("forProvider"))
	case m.of("QueueRedrivePolicy", "sqs.aws.upbound.io", "sqs.aws.m.upbound.io"):
		k.crossplaneRedrive(m, spec.field("forProvider"))
	case m.of("PubSubSubscription", "pubsub.cnrm.cloud.google.com"):
		k.configConnector(m, spec)
	case m.of("PubSubTopic", "pubsub.cnrm.cloud.google.com"):
		k.r.facts.Queues = append(k.r.facts.Queues, &Queue{Definition: m.d, Kind: PubSubTopic, Name: k.named(m, spec.field("resourceID"))})
	case m.of("Queue", "rabbitmq.com"):
		k.r.addRabbitQueue(m.d, spec.field("name"), spec.field("type"), spec.field("arguments"))
	case m.of("Policy", "rabbitmq.com"), m.of("OperatorPolicy", "rabbitmq.com"):
		k.r.addPolicy(m.d, m.kind == "OperatorPolicy", rabbitPolicy{
			spec.field("name"), spec.field("vhost"), spec.field("pattern"), spec.field("applyTo"), spec.field("priority"), spec.field("definition"),
		})
	case m.of("Binding", "rabbitmq.com"):
		k.r.addBinding(m.d.Place, spec.field("source"), spec.field("destination"), spec.field("destinationType"))
	case m.of("KafkaTopic", "kafka.strimzi.io"):
		k.r.addKafka(m.d, either2(spec.field("topicName"), text(m.d.Place, m.name)), spec.field("config"))
	case m.of("Consumer", "jetstream.nats.io"):
		k.nack(m, spec)
	case m.of("Stream", "jetstream.nats.io"):
		k.r.facts.Queues = append(k.r.facts.Queues, &Queue{
			Definition: m.d, Kind: NATSStream, Name: k.r.marks.nameAttr(spec.field("name"), m.d.Place), Retention: durationAttr(spec.field("maxAge"), m.d.Place, 0),
		})
	case m.of("Trigger", "eventing.knative.dev"):
		k.trigger(m, spec)
	case m.of("Subscription", "messaging.knative.dev"):
		k.channelSubscription(m, spec)
	case m.of("Subscription", "dapr.io"):
		k.dapr(m, m.v)
	case m.of("ScaledObject", "keda.sh"), m.of("ScaledJob", "keda.sh"):
		k.scaler(m, spec)
	case m.of("PrometheusRule", "monitoring.coreos.com"):
		k.prometheus(m, spec)
	default:
		k.workload(m, spec)
	}
}

// named is the name of a resource outside of Kubernetes.
func (k *kubernetes) named(m *manifest, name *value) Attr[string] {
	if !name.written() {
		name = text(m.d.Place, m.name)
	}
	return k.r.marks.nameAttr(name, m.d.Place)
}

// reference is a text that refers to a resource of the manifests.
func (k *kubernetes) reference(at Place, m *manifest) *value {
	return k.r.marks.text(at, reference{
		root: m.d.Root, address: m.d.Address, typ: m.d.Type, attr: "metadata.name",
		name: func() *value { return text(at, m.name) },
	})
}

// find returns the resource of a name that from means: the one whose file has
// most directories in common, so that an overlay finds its own. Two that are
// equally near are none.
func (k *kubernetes) find(from *manifest, kind, name string, groups ...string) *manifest {
	var best *manifest
	nearest, tie := -1, false
	for _, m := range k.resources {
		if m.name != name || name == "" || kind != "" && m.kind != kind || len(groups) > 0 && !m.of(m.kind, groups...) {
			continue
		}
		if from.namespace != "" && m.namespace != "" && m.namespace != from.namespace {
			continue
		}
		near := common(from.dir, m.dir)
		if m.d.Root == from.d.Root {
			near += 1000
		}
		switch {
		case near > nearest:
			best, nearest, tie = m, near, false
		case near == nearest:
			tie = true
		}
	}
	if tie {
		return nil
	}
	return best
}

// common counts the directories that two paths start with.
func common(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// workloads are the kinds of resources that run containers, and where their
// pod template is.
var workloads = map[string][]string{
	"Deployment": {"template", "spec"}, "StatefulSet": {"template", "spec"}, "DaemonSet": {"template", "spec"},
	"Job": {"template", "spec"}, "CronJob": {"jobTemplate", "spec", "template", "spec"}, "Rollout": {"template", "spec"},
	"Service": {"template", "spec"}, // of Knative Serving
	"Pod":     {},
	"ScaledJob": {
		"jobTargetRef", "template", "spec",
	},
}

func (k *kubernetes) workload(m *manifest, spec *value) {
	where, ok := workloads[m.kind]
	if !ok {
		return
	}
	containers, _ := spec.path(append(where[:len(where):len(where)], "containers")...).elements()
	for _, item := range containers {
		c := &Compute{Definition: m.d, Kind: "workload", Name: Attr[string]{State: Present, Value: m.name, Place: m.d.Place}}
		if m.kind == "Service" {
			c.Kind = "knative"
		}
		k.r.container(c, item)
		c.Env, c.EnvOpen = k.variables(m, item)
		k.r.facts.Computes = append(k.r.facts.Computes, c)
	}
}

// variables reads env and envFrom. A secret is not known; a ConfigMap of the
// repository is.
func (k *kubernetes) variables(m *manifest, container *value) (vars []Variable, open bool) {
	from, _ := container.field("envFrom").elements()
	for _, item := range from {
		ref := item.path("configMapRef", "name")
		cm := k.find(m, "ConfigMap", k.r.shown(ref))
		if cm == nil {
			open = true
			continue
		}
		prefix := k.r.shown(item.field("prefix"))
		for _, f := range objectFields(cm.v.field("data")) {
			vars = append(vars, Variable{prefix + f.name, k.r.marks.refAttr(f.value, f.at)})
		}
	}
	items, _ := container.field("env").elements()
	for _, item := range items {
		name := item.field("name")
		if !name.known() {
			open = true
			continue
		}
		v := item.field("value")
		if source := item.field("valueFrom"); source.written() {
			v = k.valueFrom(m, source)
		}
		vars = append(vars, Variable{name.text, k.r.marks.refAttr(v, item.at)})
	}
	return lastOfEach(vars), open
}

func objectFields(v *value) []field {
	if v == nil || v.kind != isObject {
		return nil
	}
	return v.fields
}

func (k *kubernetes) valueFrom(m *manifest, source *value) *value {
	ref := source.field("configMapKeyRef")
	if !ref.written() {
		return unknown(source.at, "it comes from a secret or from the cluster")
	}
	cm := k.find(m, "ConfigMap", k.r.shown(ref.field("name")))
	if cm == nil {
		return unknown(source.at, "the ConfigMap is not in this repository, or there are several")
	}
	if v := cm.v.field("data").field(k.r.shown(ref.field("key"))); v.written() {
		return v
	}
	return unknown(source.at, "the ConfigMap has no such key")
}
