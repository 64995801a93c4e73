//go:build ignore

// Growth writes a module of a given size that looks like a service of many
// bounded contexts, with a known number of defects in it.
//
//	go run growth.go [-packages N] [-handlers SHARE] [-interfaces M] [-implementations K] [-cross C] [-queue] DIR
//
// Each context has a domain package, ports (interfaces), K packages of adapters
// that implement all of them, a use case that also asks the use cases of C
// other contexts, and a handler of AMQP deliveries, which knows the use case by
// an interface of its own or, in half of the contexts, imports it. Packages of helpers fill the
// module up to N. Services wire eight contexts each, and one program runs
// all services. In every other context the first adapters are wired, which
// change rows relative to what they were: M findings each, which can only be
// made where the context is wired. In the others the last adapters are, which
// write under the order's id.
//
// It prints how many findings there are.
package main

import (
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

var (
	total      = flag.Int("packages", 250, "number of packages")
	share      = flag.Float64("handlers", 0.08, "share of the packages that handle messages")
	interfaces = flag.Int("interfaces", 2, "interfaces per context")
	impls      = flag.Int("implementations", 2, "implementations per interface")
	cross      = flag.Int("cross", 2, "other contexts a use case asks")
	queue      = flag.Bool("queue", false, "receive through a package that use cases import too")
	out        string
	rnd        = rand.New(rand.NewPCG(1, 2)) // the same module every time
)

const sums = `github.com/rabbitmq/amqp091-go v1.16.0 h1:1O8oQqnj9hLACoo6CVMgn57z2pLWXvgemhh4GsquV+Y=
github.com/rabbitmq/amqp091-go v1.16.0/go.mod h1:Hy4jKW5kQART1u+JkDTF9YYOQUHXqMuhrgxOEeS7G4o=
go.uber.org/goleak v1.3.0 h1:2K3zAYmnTNqV73imy9J1T3WC+gmCePx2hEGkimedGto=
go.uber.org/goleak v1.3.0/go.mod h1:CoHD4mav9JJNrW/WLlf7HGZPjdw8EucARQHekz1X6bE=
`

const (
	module     = "example.com/growth"
	perService = 8 // contexts
)

func main() {
	log.SetFlags(0)
	flag.Parse()
	if flag.NArg() != 1 || *impls < 1 || *interfaces < 1 {
		log.Fatal("usage: growth [flags] DIR")
	}
	out = flag.Arg(0)
	contexts := max(1, int(float64(*total)**share))
	services := (contexts + perService - 1) / perService
	helpers := max(2, *total-contexts*(4+*impls)-2*services-1)
	if err := os.MkdirAll(out, 0o755); err != nil {
		log.Fatal(err)
	}
	write("go.mod", "module "+module+"\n\ngo 1.26.0\n\nrequire github.com/rabbitmq/amqp091-go v1.16.0\n")
	write("go.sum", sums)
	for i := range helpers {
		helper(i)
	}
	if *queue {
		receiver()
	}
	planted := 0
	for i := range contexts {
		domain(i)
		ports(i)
		for k := range *impls {
			adapters(i, k)
		}
		usecase(i, helpers)
		handler(i)
		if wired(i) == 0 {
			planted += *interfaces
		}
	}
	for s := range services {
		wire(s, contexts)
	}
	all(services)
	fmt.Println(planted)
}

// wired is the implementation a context runs with.
func wired(context int) int {
	if context%2 == 0 {
		return 0
	}
	return *impls - 1
}

func write(name, text string) {
	name = filepath.Join(out, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
}

// pkg writes a package of one file. NN in the text stands for the module.
func pkg(dir, name, text string) {
	write(filepath.Join(dir, name+".go"), "package "+name+"\n\n"+strings.ReplaceAll(text, "NN/", module+"/"))
}

// helper is one of the packages that have nothing to do with messages. Every
// second one is only used by others of its kind.
func helper(i int) {
	imports, call := "", "s"
	if i > 3 {
		below := i - 2*(1+rnd.IntN(i/2))
		if below >= 0 {
			imports = fmt.Sprintf("\t\"NN/helpers/helper%d\"\n", below)
			call = fmt.Sprintf("helper%d.Clean(s)", below)
		}
	}
	pkg(fmt.Sprintf("helpers/helper%d", i), fmt.Sprintf("helper%d", i), fmt.Sprintf(`import (
	"fmt"
	"strings"
%s)

type Options struct {
	Prefix string
	Limit  int
}

func Clean(s string) string { return strings.TrimSpace(%s) }

func (o Options) Apply(words []string) (string, error) {
	if len(words) > o.Limit {
		return "", fmt.Errorf("%%d words, %%d allowed", len(words), o.Limit)
	}
	var b strings.Builder
	for _, w := range words {
		b.WriteString(o.Prefix)
		b.WriteString(Clean(w))
	}
	return b.String(), nil
}
`, imports, call))
}

// receiver is the package handlers receive through.
func receiver() {
	pkg("platform/queue", "queue", `import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"
)

type ID string

type Queue struct{ ch *amqp.Channel }

func New(ch *amqp.Channel) *Queue { return &Queue{ch: ch} }

func (q *Queue) Subscribe(ctx context.Context, name string, handle func(ctx context.Context, body []byte) error) error {
	deliveries, err := q.ch.Consume(name, "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range deliveries {
		if err := handle(ctx, d.Body); err != nil {
			d.Nack(false, false)
			continue
		}
		d.Ack(false)
	}
	return nil
}
`)
}

func domain(i int) {
	pkg(fmt.Sprintf("domain/domain%d", i), fmt.Sprintf("domain%d", i), `import "errors"

type Order struct {
	ID     string `+"`json:\"id\"`"+`
	Item   string `+"`json:\"item\"`"+`
	Amount int64  `+"`json:\"amount\"`"+`
}

var ErrEmpty = errors.New("an order of nothing")

func (o Order) Validate() error {
	if o.Amount <= 0 {
		return ErrEmpty
	}
	return nil
}
`)
}

func ports(i int) {
	var b strings.Builder
	fmt.Fprintf(&b, "import (\n\t\"context\"\n\n\t\"NN/domain/domain%d\"\n)\n", i)
	for j := range *interfaces {
		fmt.Fprintf(&b, `
type Store%[2]d interface {
	Save(ctx context.Context, o domain%[1]d.Order) error
	Find(ctx context.Context, id string) (domain%[1]d.Order, error)
}
`, i, j)
	}
	pkg(fmt.Sprintf("ports/ports%d", i), fmt.Sprintf("ports%d", i), b.String())
}

func adapters(i, k int) {
	var b strings.Builder
	fmt.Fprintf(&b, "import (\n\t\"context\"\n\t\"database/sql\"\n\n\t\"NN/domain/domain%d\"\n)\n", i)
	for j := range *interfaces {
		statement := fmt.Sprintf("`INSERT INTO orders_%d_%d (id, item, amount) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET item = excluded.item, amount = excluded.amount`, o.ID, o.Item, o.Amount", i, j)
		if k == 0 {
			statement = fmt.Sprintf("`UPDATE stock_%d_%d SET amount = amount - $1 WHERE item = $2`, o.Amount, o.Item", i, j)
		}
		fmt.Fprintf(&b, `
type Store%[2]d struct{ db *sql.DB }

func NewStore%[2]d(db *sql.DB) *Store%[2]d { return &Store%[2]d{db: db} }

func (s *Store%[2]d) Save(ctx context.Context, o domain%[1]d.Order) error {
	_, err := s.db.ExecContext(ctx, %[3]s)
	return err
}

func (s *Store%[2]d) Find(ctx context.Context, id string) (o domain%[1]d.Order, err error) {
	err = s.db.QueryRowContext(ctx, `+"`SELECT id, item, amount FROM orders_%[1]d_%[2]d WHERE id = $1`"+`, id).Scan(&o.ID, &o.Item, &o.Amount)
	return o, err
}
`, i, j, statement)
	}
	name := fmt.Sprintf("adapters%dx%d", i, k)
	pkg("adapters/"+name, name, b.String())
}

// others are the contexts a use case asks.
func others(i int) []int {
	var list []int
	seen := map[int]bool{}
	for range *cross {
		if i == 0 {
			break
		}
		if o := rnd.IntN(i); !seen[o] {
			seen[o] = true
			list = append(list, o)
		}
	}
	return list
}

var asks = map[int][]int{}

func usecase(i, helpers int) {
	asks[i] = others(i)
	var imports, fields, params, inits, saves, questions strings.Builder
	for j := range *interfaces {
		fmt.Fprintf(&fields, "\tstore%d ports%d.Store%d\n", j, i, j)
		fmt.Fprintf(&params, "store%d ports%d.Store%d, ", j, i, j)
		fmt.Fprintf(&inits, "store%d: store%d, ", j, j)
		fmt.Fprintf(&saves, "\tif err := s.store%d.Save(ctx, o); err != nil {\n\t\treturn err\n\t}\n", j)
	}
	for _, o := range asks[i] {
		fmt.Fprintf(&imports, "\t\"NN/usecase/usecase%d\"\n", o)
		fmt.Fprintf(&fields, "\tother%d *usecase%d.Service\n", o, o)
		fmt.Fprintf(&params, "other%d *usecase%d.Service, ", o, o)
		fmt.Fprintf(&inits, "other%d: other%d, ", o, o)
		fmt.Fprintf(&questions, "\tname%d, err := s.other%d.Name(ctx, o.Item)\n\tif err != nil {\n\t\treturn err\n\t}\n\to.Item += name%d\n", o, o, o)
	}
	if *queue {
		imports.WriteString("\t\"NN/platform/queue\"\n")
		fields.WriteString("\tlast queue.ID\n")
	}
	help := 2 * rnd.IntN((helpers+1)/2)
	fmt.Fprintf(&imports, "\t\"NN/helpers/helper%d\"\n", help)
	name := fmt.Sprintf("usecase%d", i)
	pkg("usecase/"+name, name, fmt.Sprintf(`import (
	"context"

	"NN/domain/domain%[1]d"
	"NN/ports/ports%[1]d"
%[2]s)

type Service struct {
%[3]s}

func New(%[4]s) *Service { return &Service{%[5]s} }

func (s *Service) Place(ctx context.Context, o domain%[1]d.Order) error {
	if err := o.Validate(); err != nil {
		return err
	}
	o.Item = helper%[8]d.Clean(o.Item)
%[7]s%[6]s	return nil
}

func (s *Service) Name(ctx context.Context, item string) (string, error) {
	o, err := s.store0.Find(ctx, item)
	return o.Item, err
}
`, i, imports.String(), fields.String(), strings.TrimSuffix(params.String(), ", "), strings.TrimSuffix(inits.String(), ", "), saves.String(), questions.String(), help))
}

func handler(i int) {
	name := fmt.Sprintf("handlers%d", i)
	imports, placer := "", fmt.Sprintf(`type Placer interface {
	Place(ctx context.Context, o domain%d.Order) error
}
`, i)
	if i/2%2 == 1 {
		imports = fmt.Sprintf("\t\"NN/usecase/usecase%d\"\n", i)
		placer = fmt.Sprintf("type Placer = *usecase%d.Service\n", i)
	}
	run := fmt.Sprintf(`	deliveries, err := c.ch.Consume("orders.%d", "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range deliveries {
		if err := c.handle(ctx, d.Body); err != nil {
			d.Nack(false, false)
			continue
		}
		d.Ack(false)
	}
	return nil
`, i)
	if *queue {
		imports += "\t\"NN/platform/queue\"\n"
		run = fmt.Sprintf("\treturn queue.New(c.ch).Subscribe(ctx, \"orders.%d\", c.handle)\n", i)
	}
	pkg("handlers/"+name, name, fmt.Sprintf(`import (
	"context"
	"encoding/json"

	amqp "github.com/rabbitmq/amqp091-go"

	"NN/domain/domain%[1]d"
%[2]s)

%[3]s
type Consumer struct {
	ch     *amqp.Channel
	orders Placer
}

func New(ch *amqp.Channel, orders Placer) *Consumer { return &Consumer{ch: ch, orders: orders} }

func (c *Consumer) Run(ctx context.Context) error {
%[4]s}

func (c *Consumer) handle(ctx context.Context, body []byte) error {
	var o domain%[1]d.Order
	if err := json.Unmarshal(body, &o); err != nil {
		return err
	}
	return c.orders.Place(ctx, o)
}
`, i, imports, placer, run))
}

// wire writes a service: a package that builds its contexts and those they
// ask, and a program.
func wire(s, contexts int) {
	needs := map[int]bool{}
	var need func(i int)
	need = func(i int) {
		if !needs[i] {
			needs[i] = true
			for _, o := range asks[i] {
				need(o)
			}
		}
	}
	first, last := s*perService, min((s+1)*perService, contexts)
	for i := first; i < last; i++ {
		need(i)
	}
	var imports, body strings.Builder
	for i := range contexts {
		if !needs[i] {
			continue
		}
		a := fmt.Sprintf("adapters%dx%d", i, wired(i))
		fmt.Fprintf(&imports, "\t\"NN/adapters/%s\"\n\t\"NN/usecase/usecase%d\"\n", a, i)
		var args []string
		for j := range *interfaces {
			args = append(args, fmt.Sprintf("%s.NewStore%d(db)", a, j))
		}
		for _, o := range asks[i] {
			args = append(args, fmt.Sprintf("u%d", o))
		}
		fmt.Fprintf(&body, "\tu%d := usecase%d.New(%s)\n", i, i, strings.Join(args, ", "))
		if i >= first && i < last {
			fmt.Fprintf(&imports, "\t\"NN/handlers/handlers%d\"\n", i)
			fmt.Fprintf(&body, "\trunners = append(runners, handlers%d.New(ch, u%d))\n", i, i)
		}
	}
	name := fmt.Sprintf("wire%d", s)
	pkg("wire/"+name, name, fmt.Sprintf(`import (
	"context"
	"database/sql"

	amqp "github.com/rabbitmq/amqp091-go"

%s)

type Runner interface{ Run(ctx context.Context) error }

func Build(db *sql.DB, ch *amqp.Channel) (runners []Runner) {
%s	return runners
}
`, imports.String(), body.String()))
	program(fmt.Sprintf("cmd/service%d", s), []int{s})
}

// all writes the program that runs all services.
func all(services int) {
	var list []int
	for s := range services {
		list = append(list, s)
	}
	program("cmd/all", list)
}

func program(dir string, services []int) {
	var imports, body strings.Builder
	for _, s := range services {
		fmt.Fprintf(&imports, "\t\"NN/wire/wire%d\"\n", s)
		fmt.Fprintf(&body, "\tfor _, r := range wire%d.Build(db, ch) {\n\t\tgo r.Run(ctx)\n\t}\n", s)
	}
	pkg(dir, "main", fmt.Sprintf(`import (
	"context"
	"database/sql"
	"log"
	"os"

	amqp "github.com/rabbitmq/amqp091-go"

%s)

func main() {
	ctx := context.Background()
	db, err := sql.Open("postgres", os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	conn, err := amqp.Dial(os.Getenv("AMQP_URL"))
	if err != nil {
		log.Fatal(err)
	}
	ch, err := conn.Channel()
	if err != nil {
		log.Fatal(err)
	}
%s	<-ctx.Done()
}
`, imports.String(), body.String()))
}
